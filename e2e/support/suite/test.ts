/** `npm test` and its parts; `--help` lists them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import { bundle } from '../../../src-main/hosts/launch/bundle.ts'
import { findOrInstallChromium, findOrInstallHeadlessShell } from '../chromium.ts'
import { failuresIn } from './failures.ts'
import { samplesVariable } from './journeys-setup.ts'
import { temporaryRoot } from './memory-folder.ts'
import { testsThatStartNothing } from './tests-that-start-nothing.ts'

const help = `npm test                      everything that guards the project
npm run test:quick            format, lint, types, and the unit tests that start nothing: under a minute
npm run unit [-- FILE...]     unit and component tests, or those in the files whose path holds FILE
npm run e2e [-- JOURNEY...]   journeys, or those whose file name holds JOURNEY

Each runs on the Node that the project brings, whichever the shell has, and finds or installs a Chromium by itself.
Options for Vitest and Playwright follow too: npm run e2e -- try-the-sample --project headless
`

const print = (line: string): void => void process.stdout.write(`${line}\n`)

type Step = [name: string, command: string, args: string[]]
const lint: Step = ['Format and lint', 'biome', ['ci', '--error-on-warnings', '.']]
const definitions: Step = ['Use before definition', 'node', ['e2e/support/definitions/check.ts']]
const words: Step = ['Banned words', 'node', ['e2e/support/words/check.ts']]
const types: Step = ['Types', 'tsc', ['-b']]
const units = (name: string, ...more: string[]): Step => [
  name,
  'vitest',
  ['run', '--config', 'e2e/vitest.config.ts', ...more],
]
/** The Vitest projects without a browser. */
const onNode = ['node', 'shared', 'screens'].flatMap((project) => ['--project', project])
const journeys = (name: string, ...more: string[]): Step => [
  name,
  'playwright',
  ['test', '--config', 'e2e/playwright.config.ts', ...more],
]

const half = Math.ceil(availableParallelism() / 2)

/**
 * The groups run in sequence, ordered so that mistakes are found fast; the steps of a group run in parallel.
 */
const groupsOf: Record<string, (more: string[]) => Step[][]> = {
  all: () => [
    [lint, definitions, words, types],
    // Alone: these tests press keys and check at once, as on an otherwise idle computer.
    [units('Component tests', '--project', 'browser')],
    // These spend much of their time waiting for the disk or a program. With three unit test workers, one
    // journey per two cores uses the cores without overloading them.
    [
      units('Unit tests', ...onNode),
      journeys('Journeys on Electron', '--project', 'electron', '--workers', String(half)),
    ],
    // Nothing else runs at this point.
    [
      journeys(
        'Journeys on the headless host',
        ...['--project', 'headless', '--project', 'team', '--workers', String(2 * half)],
      ),
    ],
  ],
  quick: () => [
    [lint, definitions, words, types],
    [units('Unit tests', ...onNode, ...testsThatStartNothing())],
  ],
  unit: (more) => [[units('Unit and component tests', ...more)]],
  e2e: (more) => [[journeys('Journeys, on both hosts', ...more)]],
}

/**
 * Copied before any build, because a build sets this process to production, where React has no test support.
 */
const environment: NodeJS.ProcessEnv = { ...process.env }

/** Characters kept from the end of a failed step's output; both test programs print their failures there. */
const lastWords = 12_000

/** Failed tests named at the very end for each step; the others are in the output above. */
const maxFailures = 20

/**
 * Returns the step's output if it failed. Output that is not shown live is printed at the end as a
 * whole.
 */
async function run([name, command, args]: Step, isShown: boolean): Promise<string | undefined> {
  const started = performance.now()
  print(`== ${name}`)
  // Runs in the current Node, because the project installs none of its own on macOS.
  const child = spawn(command === 'node' ? process.execPath : `node_modules/.bin/${command}`, args, {
    cwd: projectDirectory,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: process.stdout.isTTY ? { FORCE_COLOR: '1', ...environment } : environment,
    shell: process.platform === 'win32',
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output.push(piece)
      if (isShown) process.stdout.write(piece)
    })
  const [code] = await once(child, 'close')
  const all = Buffer.concat(output).toString()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(`${isShown ? '' : all}== ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`)
  return code === 0 ? undefined : all
}

const [wanted = 'all', ...more] = process.argv.slice(2)
const groups = groupsOf[wanted]
const isHelp = process.argv.includes('--help')
if (!groups || isHelp) {
  print(help)
  process.exit(isHelp ? 0 : 1)
}
if (wanted !== 'quick') {
  const chromium = findOrInstallChromium(print)
  environment['CHROMIUM_SHELL_PATH'] = findOrInstallHeadlessShell(chromium, print)
  environment['CHROMIUM_PATH'] = chromium
  // Built once, before parallel steps would each build their own.
  await ensureBuilt(print)
  await bundle()
  const folder = mkdtempSync(join(temporaryRoot(), 'desk-tests-'))
  // A test of another account needs access to its own folder inside this one.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  environment['TMPDIR'] = folder
  // Both groups of journeys start from the same samples.
  environment[samplesVariable] = mkdtempSync(join(folder, 'desk-samples-'))
}
const failed = new Map<string, string>()
for (const group of groups(more)) {
  // Every step runs, so that one run shows all failures.
  const outputs = await Promise.all(group.map((step, index) => run(step, index === 0)))
  for (const [index, [name]] of group.entries()) {
    const output = outputs[index]
    if (output !== undefined) failed.set(name, output)
  }
}
if (failed.size > 0) {
  // Repeated at the end, where it is read first.
  for (const [name, output] of failed) print(`== ${name} ended with\n${output.slice(-lastWords)}`)
  for (const [name, output] of failed)
    print([`Failed: ${name}`, ...failuresIn(output).slice(0, maxFailures)].join('\n'))
  process.exit(1)
}
print('All checks passed.')
