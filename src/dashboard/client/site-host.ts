// What an exported site needs of the page that shows it: its data, each part a script, and a place to keep answers.

interface SiteHost {
  load(name: string): Promise<string>;
  kept(name: string): string | null;
  keep(name: string, text: string): void;
}

/** As site/main.ts hands it over. */
interface SiteApi {
  get(path: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
}

declare global {
  var latebenchSite: (host: SiteHost) => SiteApi;
  var latebenchData: (name: string, text: string) => void;
}

export function openSite(): SiteApi {
  const arrived = new Map<string, string>();
  globalThis.latebenchData = (name, text) => arrived.set(name, text);
  return globalThis.latebenchSite({
    load: (name) =>
      new Promise((resolve, reject) => {
        const script = document.createElement('script');
        const missing = (): void => reject(new Error(`The file data/${name}.js of this site is missing.`));
        script.src = `data/${name}.js`;
        script.onload = () => {
          script.remove();
          const text = arrived.get(name);
          arrived.delete(name);
          if (text === undefined) missing();
          else resolve(text);
        };
        script.onerror = missing;
        document.head.append(script);
      }),
    kept(name) {
      try {
        return localStorage.getItem(`latebench.${name}`);
      } catch {
        return null;
      }
    },
    keep(name, text) {
      localStorage.setItem(`latebench.${name}`, text);
    },
  });
}
