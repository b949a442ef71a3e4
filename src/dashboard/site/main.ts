// The script of an exported site besides that of the pages: hands its API over to them.
import { createSiteApi } from './site-api.ts';

Object.assign(globalThis, { latebenchSite: createSiteApi });
