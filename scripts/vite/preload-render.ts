import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/**
 * The page's head asks for the file that draws it, and for all that file needs: the first script would only ask for it
 * once it runs.
 */
export function preloadRender(): Plugin {
  return {
    name: 'preload-render',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const render = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/app/render.tsx'))
        if (render === undefined) throw new Error('The build has no render.tsx.')
        const files = new Set<Rolldown.OutputChunk>()
        const add = (chunk: Rolldown.OutputChunk) => {
          if (files.has(chunk)) return
          files.add(chunk)
          for (const one of chunks) if (chunk.imports.includes(one.fileName)) add(one)
        }
        add(render)
        const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
          tag: 'link',
          attrs,
          injectTo: 'head',
        })
        const scripts = [...files].map(({ fileName }) =>
          link({ rel: 'modulepreload', crossorigin: true, href: `/${fileName}` }),
        )
        const styles = [...files]
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
          .map((css) => link({ rel: 'stylesheet', crossorigin: true, href: `/${css}` }))
        return [...scripts, ...styles].filter(({ attrs }) => !html.includes(String(attrs?.['href'])))
      },
    },
  }
}
