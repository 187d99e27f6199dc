// From a request to one statement: finds what is meant in the schema cache and passes it to the verb's compiler.
import { compileCall } from './compile-call.ts'
import { compileRead } from './compile-read.ts'
import { compileWrite } from './compile-write.ts'
import type { Compiled, CompileRequest, CompileSettings } from './compiled.ts'
import { invalidPreferences, unknownTable } from './errors.ts'
import { parseQuery } from './parse-query.ts'
import { relationKey, type SchemaCache } from './schema-cache.ts'
import { suggestName } from './suggest.ts'

export function compile(cache: SchemaCache, settings: CompileSettings, request: CompileRequest): Compiled {
  const { preferences } = request
  if (preferences.handling === 'strict' && preferences.invalid.length) {
    throw invalidPreferences(preferences.invalid)
  }
  if (request.verb === 'call') return compileCall(cache, settings, request)
  const relation = cache.relations.get(relationKey(request.schema, request.name))
  if (!relation) throw unknownTable(request.schema, request.name, suggestTable(cache, request))
  const query = parseQuery(request.query)
  return request.verb === 'read'
    ? compileRead(cache, settings, request, query, relation)
    : compileWrite(cache, settings, request, query, relation)
}

function suggestTable(cache: SchemaCache, { schema, name }: CompileRequest): string | null {
  const names = [...cache.relations.values()].flatMap((r) => (r.schema === schema ? [r.name] : []))
  return suggestName(name, names)
}
