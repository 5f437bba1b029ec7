import { spawnSync } from 'node:child_process'
import { ensureBuilt, projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { findOrInstallChromium } from './chromium.ts'

/**
 * `npm test`: everything that guards the project, in the order in which a mistake is found fastest. Every step runs,
 * so that one visit shows all that is wrong; the exit code tells whether anything was.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const bin = (name: string): string => `node_modules/.bin/${name}`
const steps: [string, string, string[]][] = [
  ['Format and lint', bin('biome'), ['ci', '--error-on-warnings', '.']],
  ['Types', bin('tsc'), ['-b']],
  ['Unit and component tests', bin('vitest'), ['run', '--config', 'e2e/vitest.config.ts']],
  ['Journeys, on both hosts', bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts']],
]

const environment = { ...process.env, CHROMIUM_PATH: findOrInstallChromium(say) }
await ensureBuilt(say)
const failed: string[] = []
for (const [name, command, args] of steps) {
  const started = performance.now()
  say(`\n== ${name}`)
  const { status } = spawnSync(command, args, {
    cwd: projectDirectory,
    stdio: 'inherit',
    env: environment,
    shell: process.platform === 'win32',
  })
  if (status !== 0) failed.push(name)
  say(
    `== ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  )
}
if (failed.length > 0) {
  say(`\nFailed: ${failed.join(', ')}`)
  process.exit(1)
}
say('\nAll checks passed.')
