import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parse } from 'postcss'
import { expect, test } from 'vitest'
import { drawnAlone } from '../scripts/vite/lean-reader.ts'

const sheet = readFileSync(
  createRequire(import.meta.url).resolve('pdfjs-dist/legacy/web/pdf_viewer.css'),
  'utf8',
)

function selectorsOf(text: string): string[] {
  const all: string[] = []
  parse(text).walkRules((rule) => void all.push(...rule.selectors))
  return all
}

test('of the PDF reader’s sheet stays what pages, text, links and forms are drawn with', () => {
  const kept = selectorsOf(drawnAlone(sheet))
  const named = kept.flatMap((selector) => selector.match(/[.#][\w-]+|\[[^\]]+\]|:root/g) ?? [selector])
  expect([...new Set(named)].sort()).toEqual([
    ...[
      '#hiddenCopyElement',
      '.annotationContent',
      '.annotationLayer',
      '.annotationTextContent',
      '.appended',
    ],
    ...['.begin', '.buttonWidgetAnnotation', '.canvasWrapper', '.checkBox', '.choiceWidgetAnnotation'],
    ...['.clip', '.comb', '.copyAll', '.detailView', '.disabled', '.draw', '.dummyPage', '.end'],
    ...['.endOfContent', '.fileAttachmentAnnotation', '.focused', '.free', '.freetext', '.hasBorder'],
    ...['.header', '.hiddenCanvasElement', '.highlight', '.highlightArea', '.highlightOutline'],
    ...['.highlighting', '.hovered', '.linkAnnotation', '.loading', '.loadingIcon', '.mainOutline'],
    ...['.markedContent', '.mask', '.middle', '.moving', '.noUserSelect', '.norotate', '.overlaidText'],
    ...['.page', '.pdfViewer', '.popup', '.popupAnnotation', '.popupContent', '.popupDate'],
    ...['.popupTriggerArea', '.pushButton', '.quadrilateralsContainer', '.radioButton'],
    ...['.removePageBorders', '.richText', '.scrollHorizontal', '.scrollWrapped', '.secondaryOutline'],
    ...['.selected', '.selecting', '.singlePageView', '.spread', '.structTree', '.textAnnotation'],
    ...['.textLayer', '.textWidgetAnnotation', '.title', ':root', '[data-draw-rotation="180"]'],
    ...['[data-draw-rotation="270"]', '[data-draw-rotation="90"]', '[data-main-rotation="180"]'],
    ...['[data-main-rotation="270"]', '[data-main-rotation="90"]', '[disabled]', '[role="img"]'],
  ])
  expect(kept).toContain('[data-main-rotation="90"]')
})

test('its properties stay but for those of editing, and no picture of what is gone', () => {
  const kept = drawnAlone(sheet)
  const definedIn = (text: string) => new Set(text.match(/--[\w-]+(?=\s*:)/g))
  const gone = [...definedIn(sheet)].filter((name) => !definedIn(kept).has(name))
  const used = (name: string) => new RegExp(`var\\(\\s*${name}\\b(?!-)`).test(kept)
  expect(gone.filter(used).sort()).toEqual([
    '--editorFreeHighlight-editing-cursor',
    '--editorHighlight-editing-cursor',
    '--signature-bg',
  ])
  expect(kept.match(/url\((?!"data:)[^)]*\)/g)).toEqual(['url("images/loading-icon.gif")'])
})
