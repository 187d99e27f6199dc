// Chooses the function that a call means, by its name and the names of its arguments.
import { RestError } from './errors.ts'
import { type FunctionFact, relationKey, type SchemaCache } from './schema-cache.ts'
import { suggestName } from './suggest.ts'

export interface CallShape {
  argNames: readonly string[]
  /** What the body is, when it could be the one unnamed argument of a function. */
  body?: 'json' | 'text' | 'xml' | 'bytea' | undefined
}

/** https://docs.postgrest.org/en/v13/references/api/functions.html#overloaded-functions */
export function findFunction(
  cache: SchemaCache,
  schema: string,
  name: string,
  call: CallShape,
): FunctionFact {
  const overloads = cache.functions.get(relationKey(schema, name)) ?? []
  const named = overloads.filter((candidate) => matchesNames(candidate, call))
  const chosen = named.length ? named : overloads.filter((candidate) => takesWholeBody(candidate, call))
  if (chosen.length === 1) return chosen[0] as FunctionFact
  throw chosen.length ? ambiguous(chosen) : notFound(cache, schema, name, call, overloads)
}

/** A function of one unnamed argument takes the body as it is. */
export function takesWholeBody({ args }: FunctionFact, { body }: CallShape): boolean {
  const [only] = args
  if (args.length !== 1 || !only || only.name !== '') return false
  return body === 'json' ? only.type === 'json' || only.type === 'jsonb' : only.type === body
}

function matchesNames({ args }: FunctionFact, { argNames, body }: CallShape): boolean {
  if (body !== undefined && body !== 'json') return false
  if (args.some(({ name }) => name === '')) return args.length === 0
  const known = new Set(args.map(({ name }) => name))
  const input = new Set(argNames)
  return (
    argNames.every((name) => known.has(name)) &&
    args.every(({ name, hasDefault }) => hasDefault || input.has(name))
  )
}

function ambiguous(result: readonly FunctionFact[]): RestError {
  const signatures = result.map(
    ({ schema, name, args }) =>
      `${schema}.${name}(${args.map((arg) => `${arg.name} => ${arg.type}`).join(', ')})`,
  )
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

function notFound(
  cache: SchemaCache,
  schema: string,
  name: string,
  call: CallShape,
  overloads: readonly FunctionFact[],
): RestError {
  const input = [...call.argNames].sort()
  const onlyBody = call.body !== undefined && call.body !== 'json'
  const label = input.length ? `(${input.join(', ')})` : ' without parameters'
  const searched = input.length
    ? ` with parameter${input.length > 1 ? 's' : ''} ${input.join(', ')}`
    : ' without parameters'
  const described = onlyBody
    ? ` with a single unnamed ${call.body} parameter`
    : call.body === 'json'
      ? `${searched} or with a single unnamed json/jsonb parameter`
      : searched
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${schema}.${name}${onlyBody ? '' : label} in the schema cache`,
    {
      details: `Searched for the function ${schema}.${name}${described}, but no matches were found in the schema cache.`,
      hint: onlyBody ? null : hintFor(cache, schema, name, input, overloads),
    },
  )
}

function hintFor(
  cache: SchemaCache,
  schema: string,
  name: string,
  input: readonly string[],
  overloads: readonly FunctionFact[],
): string | null {
  const prefix = `Perhaps you meant to call the function ${schema}.`
  if (overloads.length) {
    const lists = overloads.map(
      ({ args }) =>
        `(${args
          .map((arg) => arg.name)
          .sort()
          .join(', ')})`,
    )
    const list = suggestName(`(${input.join(', ')})`, lists, 0.33)
    return list && `${prefix}${name}${list}`
  }
  const names = [...cache.functions.values()].flatMap(([first]) =>
    first?.schema === schema ? [first.name] : [],
  )
  const suggestion = suggestName(name, names)
  return suggestion && `${prefix}${suggestion}`
}
