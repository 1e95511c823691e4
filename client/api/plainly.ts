import type { EndpointSpec } from '#shared/core/endpoint.ts'

/**
 * A contract's call by its method and path alone, checked against the contract by the compiler. For the first
 * page and the dashboards: naming the contract itself would bring the schema library with it.
 */
export function plainly<S extends EndpointSpec>(method: S['method'], path: S['path']): S {
  // `call` reads nothing but method, path and whether it is public when it runs; the schemas are there for the types.
  return { method, path } as S
}

/** The same of a call that is anybody's: it goes without the session, so that one which has ended stands in nobody's way. */
export function openly<S extends EndpointSpec & { access: 'public' }>(
  method: S['method'],
  path: S['path'],
): S {
  return { method, path, access: 'public' } as S
}
