// The types of schemas in the published declarations, in place of those of the package that the schemas are made with:
// what a program can do with a schema, and what it takes and gives. A schema of that package fits where one of these is
// asked for. Copied to dist/types as it is (public-types.js).

/** What is wrong with a value, and where in it. */
export interface SchemaIssue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

type Checked<Output> =
  | { readonly success: true; readonly data: Output }
  | {
      readonly success: false;
      readonly error: { readonly message: string; readonly issues: readonly SchemaIssue[] };
    };

/** Keys of an object whose schemas allow them to be absent, in the values that they give or take. */
type OptionalIn<Shape, Side extends 'optin' | 'optout'> = {
  [Key in keyof Shape]: Shape[Key] extends { _zod: { [One in Side]: 'optional' } } ? Key : never;
}[keyof Shape];

type Flat<Value> = { [Key in keyof Value]: Value[Key] } & {};
type Others<Mode> = Mode extends z.core.$loose ? Record<string, unknown> : unknown;
type OutputOf<Shape, Mode = unknown> = Flat<
  { -readonly [Key in Exclude<keyof Shape, OptionalIn<Shape, 'optout'>>]: z.output<Shape[Key]> } & {
    -readonly [Key in OptionalIn<Shape, 'optout'>]?: z.output<Shape[Key]>;
  } & Others<Mode>
>;
type InputOf<Shape, Mode = unknown> = Flat<
  { -readonly [Key in Exclude<keyof Shape, OptionalIn<Shape, 'optin'>>]: z.input<Shape[Key]> } & {
    -readonly [Key in OptionalIn<Shape, 'optin'>]?: z.input<Shape[Key]>;
  } & Others<Mode>
>;
type EachOutput<Items extends readonly unknown[]> = { -readonly [At in keyof Items]: z.output<Items[At]> };
type EachInput<Items extends readonly unknown[]> = { -readonly [At in keyof Items]: z.input<Items[At]> };
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type OptIn<Of> = Of extends { _zod: { optin: infer Opt } } ? Opt : undefined;
type OptOut<Of> = Of extends { _zod: { optout: infer Opt } } ? Opt : undefined;

export namespace z {
  export namespace core {
    export interface $strict {
      out: unknown;
      in: unknown;
      closed: true;
    }
    export interface $loose {
      out: unknown;
      in: unknown;
      open: true;
    }
    export interface $strip {
      out: unknown;
      in: unknown;
      stripped: true;
    }
    export interface $partial {
      '~~partial': true;
    }
    export type $ZodTypeInternals<Output, Input> = { output: Output; input: Input };
    export type $InferObjectOutput<Shape, _Extra = unknown> = OutputOf<Shape>;
  }

  /** A schema: checks a value and gives it with defaults filled in. */
  // biome-ignore lint/suspicious/noExplicitAny: any schema is one of these
  export interface ZodType<Output = any, Input = any, _Internals = unknown> {
    readonly _zod: { output: Output; input: Input };
    /** Throws an error with all issues where the value does not fit. */
    parse(value: unknown): Output;
    safeParse(value: unknown): Checked<Output>;
  }

  export interface Optional<Output, Input, In, Out> extends ZodType<Output, Input> {
    readonly _zod: { output: Output; input: Input; optin: In; optout: Out };
  }

  export type output<Of> = Of extends { _zod: { output: infer Output } } ? Output : unknown;
  export type input<Of> = Of extends { _zod: { input: infer Input } } ? Input : unknown;
  export type infer<Of> = output<Of>;

  export type ZodRawShape = Readonly<Record<string, ZodType>>;
  export type ZodString = ZodType<string, string>;
  export type ZodNumber = ZodType<number, number>;
  export type ZodInt = ZodType<number, number>;
  export type ZodBoolean = ZodType<boolean, boolean>;
  export type ZodNull = ZodType<null, null>;
  export type ZodUnknown = ZodType<unknown, unknown>;
  export type ZodJSONSchema = ZodType<Json, Json>;
  export type ZodLiteral<Value> = ZodType<Value, Value>;
  export type ZodEnum<Values> = ZodType<Values[keyof Values], Values[keyof Values]>;
  export type ZodArray<Of> = ZodType<output<Of>[], input<Of>[]>;
  export type ZodTuple<Of extends readonly unknown[], _Rest = null> = ZodType<EachOutput<Of>, EachInput<Of>>;
  export type ZodUnion<Of extends readonly unknown[]> = ZodType<output<Of[number]>, input<Of[number]>>;
  export type ZodDiscriminatedUnion<Of extends readonly unknown[], _Key = string> = ZodUnion<Of>;
  export type ZodRecord<Key, Of> = ZodType<RecordOf<Key, output<Of>>, RecordOf<Key, input<Of>>>;
  export type ZodTransform<Output, Input> = ZodType<Output, Input>;
  export type ZodNullable<Of> = Optional<output<Of> | null, input<Of> | null, OptIn<Of>, OptOut<Of>>;
  export type ZodOptional<Of> = Optional<
    output<Of> | undefined,
    input<Of> | undefined,
    'optional',
    'optional'
  >;
  export type ZodExactOptional<Of> = Optional<output<Of>, input<Of>, 'optional', 'optional'>;
  export type ZodDefault<Of> = Optional<
    Exclude<output<Of>, undefined>,
    input<Of> | undefined,
    'optional',
    undefined
  >;
  export type ZodPrefault<Of> = Optional<output<Of>, input<Of> | undefined, 'optional', undefined>;
  export type ZodCatch<Of> = Optional<output<Of>, unknown, 'optional', OptOut<Of>>;
  export type ZodPipe<From, To> = Optional<output<To>, input<From>, OptIn<From>, OptOut<To>>;

  // biome-ignore lint/suspicious/noExplicitAny: any shape where none is named
  export interface ZodObject<Shape = any, Mode = any>
    extends ZodType<
      unknown extends Shape ? Record<string, unknown> : OutputOf<Shape, Mode>,
      unknown extends Shape ? Record<string, unknown> : InputOf<Shape, Mode>
    > {
    readonly shape: Shape;
  }

  export type RecordOf<Key, Value> = Key extends core.$partial
    ? { [One in output<Key> & PropertyKey]?: Value }
    : Record<output<Key> & PropertyKey, Value>;
}
