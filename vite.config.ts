import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The client: one page, built into dist/client. */
export default defineConfig({
  root: 'client',
  plugins: [react()],
  build: { outDir: '../dist/client', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
