import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanReader } from './scripts/vite/lean-reader.ts'
import { leanZod } from './scripts/vite/lean-zod.ts'
import { pdfData } from './scripts/vite/pdf-data.ts'
import { precompress } from './scripts/vite/precompress.ts'
import { screenPages } from './scripts/vite/screen-pages.ts'
import { subsetFonts } from './scripts/vite/subset-fonts.ts'

/**
 * The client: one page, built into dist/client. What several screens share is gathered into few files: each file
 * costs a request and its headers.
 */
export default defineConfig({
  root: 'client',
  plugins: [react(), leanZod(), leanReader(), subsetFonts(), screenPages(), pdfData(), precompress()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Where a browser does not know `modulepreload` (before 2023), scripts are asked for when they are needed.
    modulePreload: { polyfill: false },
    // The PDF reader is large and loaded only where a paper is read; weight.screen.ts watches the rest.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0] ?? 'asset')}-[hash][extname]`,
        codeSplitting: {
          groups: [
            // What the first script needs, and nothing else.
            {
              name: 'first',
              test: /\/client\/(api\/(address-of|api-error|call|changes|come-back|early|kept-answers|leave-afresh|owner|plainly|read-me|read-once|read-together|refresh|server-clock|session|unless-aborted)|app\/(files|first-calls|first-reads|open-to)|features\/(admin-abstracts|admin-papers|admin-people|admin-reviewers|author|notices|reviewer)\/calls|navigation\/(late-styles|loadable|places))\.ts$|\/shared\/core\/(screen-page|together-max)\.ts$|vite\/preload-helper|rolldown\/runtime/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Few sheets, for every page, behind the log-in and for two roles: each more is a request before anything shows.
            {
              name: 'look',
              test: /\/client\/(ui\/(?!pdf\/|time-plot|bar-table)|features\/sign-in\/|app\/bare)[^?]*\.css$/,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            {
              name: 'inside',
              test: /\/client\/(app\/(?!bare|palette|keys)|parts\/(?!next-block|support-button|upload-form|compare-|beside-paper|authors-and-topics|topics-choice|moment-)|features\/notices\/)[^?]*\.css$|\/client\/api\/log-out\.ts$/,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            // What the dashboards of author and reviewer share, and the desk has no use for.
            {
              name: 'roles',
              test: /\/client\/((features\/(author|reviewer)\/|parts\/(next-block|support-button|upload-form))[^?]*\.css|parts\/(next-block|progress-note|support-button|until|use-upload)\.tsx?|api\/upload\.ts)$/,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            // By itself, so that no two of the files below wait for each other.
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // What the log-in page shows: it should not load `parts` for that.
            {
              name: 'ui',
              test: /\/client\/(navigation\/|ui\/|api\/(config|return-to)|app\/(words|bare|waiting)|features\/sign-in\/|parts\/problems-of)|\/shared\/core\/home-of/,
              minShareCount: 2,
            },
            // Where a decision or a moment is entered: nothing in `parts` may need them, or they would wait for each other.
            {
              name: 'deciding',
              test: /\/client\/parts\/(check-decision|decision-|mail-before|unsent)/,
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: 'entering',
              test: /\/client\/parts\/(due-button|is-finished|moment)|@date-fns/,
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // The schemas, which take long to set up: where a form is checked and a single thing is opened.
            {
              name: 'schemas',
              test: /\/node_modules\/zod\/|\/shared\/(core\/(endpoint|text|page|ids|roles|timestamp|many|plain-issues|topics)\.|exporting\/)/,
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // What only the organisers' lists need.
            {
              name: 'desk',
              test: /\/client\/parts\/(desk-list|exporting\/(download|export-button)|sorting|search-bar)/,
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Where something is done to many at once: not on every list.
            {
              name: 'many',
              test: /\/client\/parts\/many\//,
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // What only the screens behind the log-in share; without what a single opened paper needs.
            {
              name: 'parts',
              test: /\/client\/(parts\/(?!compare-|happened|beside-paper|authors-and-topics|topics-choice|text-of-file)|api\/(me|query|upload|log-out))|\/shared\/reviewing\/verdict|@tanstack/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})

/** A shared file is named by all that share it; its hash is name enough. */
function shortName(name: string): string {
  return name.replace(/~.*$/, '').replace(/\.[a-z0-9]+$/, '')
}
