// Answers OPTIONS: a browser's preflight, or which methods a resource has.
import { preflightHeaders } from './cors.ts'
import { unknownTable } from './errors.ts'
import type { RawRequest, Target } from './request.ts'
import type { RestResponse } from './respond.ts'
import { relationKey, type SchemaCache } from './schema-cache.ts'

export function describeOptions(
  request: RawRequest,
  target: Target,
  cache: SchemaCache,
  schema: string,
): RestResponse {
  if (request.header('access-control-request-method') !== undefined) {
    return {
      status: 200,
      headers: preflightHeaders(request.header('access-control-request-headers')),
      body: null,
    }
  }
  return { status: 200, headers: { allow: allowedMethods(target, cache, schema).join(',') }, body: null }
}

function allowedMethods(target: Target, cache: SchemaCache, schema: string): string[] {
  if (target.kind === 'root') return ['OPTIONS', 'GET', 'HEAD']
  if (target.kind === 'function') {
    const overloads = cache.functions.get(relationKey(schema, target.name)) ?? []
    const reads = overloads.some(({ volatility }) => volatility !== 'volatile')
    return ['OPTIONS', ...(reads ? ['GET', 'HEAD'] : []), 'POST']
  }
  const relation = cache.relations.get(relationKey(schema, target.name))
  if (!relation) throw unknownTable(schema, target.name, null)
  return [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(relation.insertable ? ['POST'] : []),
    ...(relation.updatable ? ['PATCH'] : []),
    ...(relation.deletable ? ['DELETE'] : []),
  ]
}
