import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { defineConfig } from 'vite'

/**
 * The server: one bundle of our own code; packages stay in node_modules, migrations lie beside the bundle, and a database
 * that was packed with them beside its folder.
 */
export default defineConfig({
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
        'engine-thread': 'server/db/embedded/engine-thread.ts',
        'verify-portal': 'server/verify-portal.ts',
        'pdf-inspector': 'server/features/files/pdf-inspector.ts',
        'hash-thread': 'server/features/people/hash-thread.ts',
        'receipt-thread': 'server/features/payments/receipts/receipt-thread.ts',
        'statement-thread': 'server/features/payments/import/read-thread.ts',
        'list-thread': 'server/features/assigning/list-thread.ts',
        'people-thread': 'server/features/people/import/read-thread.ts',
        'publications-thread': 'server/features/reviewing/publications/read-thread.ts',
        'proposal-worker': 'server/features/assigning/weigh-worker.ts',
        'reason-worker': 'server/features/assigning/explain-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  plugins: [
    {
      name: 'migrations',
      closeBundle: async () => {
        await cp('server/db/migrations', 'dist/server/migrations', { recursive: true })
        execFileSync(process.execPath, ['dist/server/pack-database.js'], { stdio: 'inherit' })
      },
    },
  ],
})
