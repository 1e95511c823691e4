import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { defineConfig } from 'vite'

/**
 * Packages that stay in node_modules: those with machine code, WebAssembly or files of their own beside their code, and large
 * ones that few starts read. The others are in the bundle, since to look for and read two thousand files took a start a
 * quarter of its time.
 */
const apart = [
  '@aws-sdk/client-s3',
  '@cantoo/pdf-lib',
  '@electric-sql/pglite',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  '@retorquere/bibtex-parser',
  '@zxcvbn-ts/language-common',
  'email-providers',
  'fontkit',
  'harfbuzzjs',
  'pdfjs-dist',
  'pdfkit',
  // Asked for by pg where it is there, which it is not.
  'pg-native',
  'subset-font',
]

/**
 * The server: one bundle of our own code and most packages; migrations and the fonts of receipts lie beside it, and a database
 * that was packed with them beside its folder.
 */
export default defineConfig({
  ssr: { noExternal: true, external: apart },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        'make-admin': 'server/make-admin.ts',
        'make-backup': 'server/make-backup.ts',
        'restore-backup': 'server/restore-backup.ts',
        'pack-database': 'server/pack-database.ts',
        'pack-fonts': 'server/pack-fonts.ts',
        'engine-thread': 'server/db/embedded/engine-thread.ts',
        'verify-portal': 'server/verify-portal.ts',
        'pdf-inspector': 'server/features/files/pdf-inspector.ts',
        'digest-thread': 'server/features/files/digest-thread.ts',
        'hash-thread': 'server/features/people/hash-thread.ts',
        'receipt-maker': 'server/features/payments/receipts/receipt-maker.ts',
        'statement-reader': 'server/features/payments/import/reader.ts',
        'list-reader': 'server/features/assigning/list-reader.ts',
        'bids-reader': 'server/features/assigning/bids/bids-reader.ts',
        'people-reader': 'server/features/people/import/reader.ts',
        'publications-reader': 'server/features/reviewing/publications/reader.ts',
        'proposal-worker': 'server/features/assigning/weigh-worker.ts',
        'reason-worker': 'server/features/assigning/explain-worker.ts',
      },
      // V8 keeps a program's text for as long as it runs.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: { jsdoc: false, annotation: false },
      },
    },
  },
  plugins: [
    {
      // One letter beyond Latin-1, and V8 keeps two bytes for each letter of the file, of four million.
      name: 'one-byte-a-letter',
      generateBundle: (_options, bundle) => {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/[\u0100-\uffff]/g, escaped)
      },
    },
    {
      name: 'migrations',
      closeBundle: async () => {
        await cp('server/db/migrations', 'dist/server/migrations', { recursive: true })
        for (const pack of ['pack-database', 'pack-fonts'])
          execFileSync(process.execPath, [`dist/server/${pack}.js`], { stdio: 'inherit' })
      },
    },
  ],
})

/** A unit of UTF-16 as strings, templates and patterns may say it. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
