import { readFileSync } from 'node:fs';
const root = process.argv[2]!; const { verifyCase } = await import(root + '/src/mathverify/index.ts');
const cases = readFileSync('/work/shared/golden/mathverify/verify_cases.jsonl','utf8').split('\n').filter(Boolean).map((l)=>JSON.parse(l));
for (let k=0;k<15;k+=1) for (const c of cases) verifyCase(c);
const t=process.cpuUsage(); const n=Number(process.argv[3]??40);
for (let k=0;k<n;k+=1) for (const c of cases) verifyCase(c);
const u=process.cpuUsage(t); console.log(Math.round(n*cases.length/((u.user+u.system)/1e6)));
if (process.argv[4]) { const rows=cases.map((c)=>{const s=performance.now(); for(let k=0;k<30;k++) verifyCase(c); return [(performance.now()-s)/30,c.gold,c.pred, verifyCase(c).reason] as const}).sort((a,b)=>b[0]-a[0]); let sum=0; for(const r of rows) sum+=r[0]; console.log('total',sum); for(const r of rows.slice(0,25)) console.log(r[0].toFixed(3), String(r[1]).slice(0,60),'|',String(r[2]).slice(0,60),'|',r[3].slice(0,60)); }
