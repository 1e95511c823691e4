import type { EndpointSpec } from '#shared/core/endpoint.ts'

/**
 * A contract's call by its method and path alone, checked against the contract by the compiler. For the first
 * page and the dashboards: naming the contract itself would bring the schema library with it.
 */
export function plainly<S extends EndpointSpec>(method: S['method'], path: S['path']): S {
  // `call` reads nothing but method and path when it runs; the schemas are there for the types.
  return { method, path } as S
}
