import { spawnSync } from 'node:child_process'

/**
 * `npm run audit`: asks the registry for known holes in what the portal runs with. Ends with 1 where there are any, and
 * says "not run" with 2 where the registry does not answer: no answer is not a clean one.
 */
const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], { encoding: 'utf8' })
const said = read(stdout)
const counts = said?.metadata?.vulnerabilities
if (counts === undefined) {
  console.error(`audit: not run (${said?.message ?? said?.error?.summary ?? 'the registry did not answer'})`)
  process.exitCode = 2
} else {
  for (const [name, { severity, range, fixAvailable }] of Object.entries(said.vulnerabilities ?? {}))
    console.log(`${severity}: ${name} ${range}${fixAvailable ? ', mended in a newer version' : ''}`)
  console.log(`audit: ${counts.total} known holes in ${said.metadata.dependencies?.prod ?? '?'} packages`)
  process.exitCode = counts.total > 0 ? 1 : 0
}

function read(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
