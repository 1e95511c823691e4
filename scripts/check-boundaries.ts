import { readdirSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { rules } from './boundaries.ts'

/** Holds the rules of who may know whom, and fails when it read fewer modules than there are. */
const wings = ['shared', 'server', 'client']
const files = wings.flatMap((wing) =>
  readdirSync(wing, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => `${wing}/${name}`),
)

const { output } = await cruise(
  files,
  {
    validate: true,
    ruleSet: { forbidden: rules },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
  {},
  { tsConfig: extractTSConfig('./tsconfig.json') },
)
if (typeof output === 'string') throw new Error(output)

const read = new Set(output.modules.map((module) => module.source))
const missed = files.filter((file) => !read.has(file))
for (const { rule, from, to } of output.summary.violations) {
  process.stderr.write(`${rule.name}: ${from} → ${to}\n`)
}
if (missed.length > 0) process.stderr.write(`not read: ${missed.slice(0, 10).join(', ')}\n`)
process.stdout.write(
  `Boundaries: ${files.length} modules, ${output.summary.totalDependenciesCruised ?? 0} imports\n`,
)
if (output.summary.violations.length > 0 || missed.length > 0) process.exit(1)
