# Ten threads of plain Python with kept-alive connections against the benchmark's server: requests a second.
import http.client
import json
import sys
import threading
import time
from urllib.parse import urlparse

url, count, threads = urlparse(sys.argv[1]), int(sys.argv[2]), 10
body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "x " * 200}], "temperature": 0.7})


def work(calls):
    connection = http.client.HTTPConnection(url.hostname, url.port)
    for _ in range(calls):
        connection.request("POST", url.path + "/chat/completions", body, {"content-type": "application/json"})
        json.loads(connection.getresponse().read())["choices"][0]["message"]["content"]


workers = [threading.Thread(target=work, args=(count // threads,)) for _ in range(threads)]
started = time.perf_counter()
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print(count // threads * threads / (time.perf_counter() - started))
