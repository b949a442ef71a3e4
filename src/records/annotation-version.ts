// What identifies one version of an annotation: two people, or two tabs, who change the same one are told by it.
import type { Annotation } from './annotation.ts';
import { canonicalJson, sha256Hex } from './identity.ts';

/** The id of the operation that wrote the line; for a line without one, the first 16 hex digits of its hash. */
export function annotationVersion(annotation: Annotation): string {
  return annotation.operation ?? sha256Hex(canonicalJson(annotation)).slice(0, 16);
}
