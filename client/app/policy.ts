/**
 * Before zod is loaded: it must not try to compile its checks, because the page's content policy allows no eval and
 * reports every attempt.
 */
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true })
