// Names and comments of a declaration in a source file, for the reference pages: what stands beside a field there is said
// once.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, type TSSignature, type TSType, Visitor } from 'oxc-parser';

export interface DeclaredField {
  readonly name: string;
  /** The declared type, as written. */
  readonly type: string;
  /** Its doc comment on one line, or an empty text. */
  readonly about: string;
}

function source(path: string) {
  const text = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, text);
  const commentBefore = (start: number): string => {
    const found = comments.find(
      ({ type, value, end }) =>
        type === 'Block' && value.startsWith('*') && end <= start && text.slice(end, start).trim() === '',
    );
    const lines = found?.value.split('\n').map((line) => line.replace(/^\s*\*+\s?/, '').trim()) ?? [];
    return lines.filter((line) => line !== '').join(' ');
  };
  return { text, program, commentBefore };
}

/** Comments of the keys of object literals in a file, by key; a key that has none is not there. */
export function commentsOfKeys(path: string): ReadonlyMap<string, string> {
  const { program, commentBefore } = source(path);
  const found = new Map<string, string>();
  new Visitor({
    Property: ({ key, start }) => {
      const about = commentBefore(start);
      if (key.type === 'Identifier' && about !== '') found.set(key.name, about);
    },
  }).visit(program);
  return found;
}

/** The fields of an interface. */
function fieldsOfInterface(path: string, name: string): readonly DeclaredField[] {
  const read = source(path);
  let found: readonly DeclaredField[] = [];
  new Visitor({
    TSInterfaceDeclaration: ({ id, body }) => {
      if (id.name === name) found = fieldsOf(body.body, read);
    },
  }).visit(read.program);
  return found;
}

function fieldsOf(
  members: readonly TSSignature[],
  { text, commentBefore }: Pick<ReturnType<typeof source>, 'text' | 'commentBefore'>,
): DeclaredField[] {
  return members.flatMap((field) => {
    if (field.type !== 'TSPropertySignature' || field.key.type !== 'Identifier' || !field.typeAnnotation)
      return [];
    const { start, end } = field.typeAnnotation.typeAnnotation;
    return [{ name: field.key.name, type: text.slice(start, end), about: commentBefore(field.start) }];
  });
}

/** The members of a union of object types, each with its fields and those of interfaces from other files in it. */
export function membersOfUnion(path: string, name: string): readonly (readonly DeclaredField[])[] {
  const read = source(path);
  const imported = new Map<string, string>();
  const members: DeclaredField[][] = [];
  const fieldsIn = (part: TSType): readonly DeclaredField[] => {
    if (part.type === 'TSTypeLiteral') return fieldsOf(part.members, read);
    const other =
      part.type === 'TSTypeReference' && part.typeName.type === 'Identifier' ? part.typeName.name : '';
    const from = imported.get(other);
    return from === undefined ? [] : fieldsOfInterface(from, other);
  };
  new Visitor({
    ImportDeclaration: ({ source: from, specifiers }) => {
      for (const { local } of specifiers) imported.set(local.name, join(dirname(path), from.value));
    },
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
      if (id.name !== name || typeAnnotation.type !== 'TSUnionType') return;
      for (const member of typeAnnotation.types) {
        const whole = member.type === 'TSParenthesizedType' ? member.typeAnnotation : member;
        const parts = whole.type === 'TSIntersectionType' ? whole.types : [whole];
        members.push(parts.flatMap(fieldsIn));
      }
    },
  }).visit(read.program);
  return members;
}
