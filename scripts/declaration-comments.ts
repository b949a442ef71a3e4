// Names and comments of a declaration in a source file, for the reference pages: what stands beside a field there is said
// once.
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

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

/** The members of a union of object types, each with its fields. */
export function membersOfUnion(path: string, name: string): readonly (readonly DeclaredField[])[] {
  const { text, program, commentBefore } = source(path);
  const members: DeclaredField[][] = [];
  new Visitor({
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
      if (id.name !== name || typeAnnotation.type !== 'TSUnionType') return;
      for (const member of typeAnnotation.types) {
        const whole = member.type === 'TSParenthesizedType' ? member.typeAnnotation : member;
        const parts = whole.type === 'TSIntersectionType' ? whole.types : [whole];
        const fields = parts.flatMap((part) => (part.type === 'TSTypeLiteral' ? part.members : []));
        members.push(
          fields.flatMap((field) =>
            field.type === 'TSPropertySignature' && field.key.type === 'Identifier' && field.typeAnnotation
              ? [
                  {
                    name: field.key.name,
                    type: text.slice(
                      field.typeAnnotation.typeAnnotation.start,
                      field.typeAnnotation.typeAnnotation.end,
                    ),
                    about: commentBefore(field.start),
                  },
                ]
              : [],
          ),
        );
      }
    },
  }).visit(program);
  return members;
}
