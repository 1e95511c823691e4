import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A pattern as it is written in the source. */
export interface Pattern {
  /** `server/core/config.ts:12` */
  where: string
  pattern: RegExp
}

/** Every regular expression that is written in the product's source, tests left out. */
export function findPatterns(): Pattern[] {
  return ['server', 'shared', 'client']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .sort()
    .flatMap(patternsIn)
}

function patternsIn(file: string): Pattern[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Pattern[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const pattern = new RegExp(node.text.slice(1, end), node.text.slice(end + 1))
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({ where: `${file}:${line}`, pattern })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
