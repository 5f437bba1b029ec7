/** `npm test` and its parts; `--help` tells them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import { bundle } from '../../../src-main/hosts/launch/bundle.ts'
import { findOrInstallChromium, findOrInstallHeadlessShell } from '../chromium.ts'
import { samplesVariable } from './journeys-setup.ts'
import { placeForFolders } from './memory-folder.ts'
import { testsThatStartNothing } from './tests-that-start-nothing.ts'

const help = `npm test                      everything that guards the project
npm run test:quick            format, lint, types, and the unit tests that start nothing: under a minute
npm run unit [-- FILE...]     unit and component tests, or those in the files whose path holds FILE
npm run e2e [-- JOURNEY...]   journeys, or those whose file name holds JOURNEY

Each runs on the Node that the project brings, whichever the shell has, and finds or installs a Chromium by itself.
Options for Vitest and Playwright follow too: npm run e2e -- try-the-sample --project headless
`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

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
/** The projects of Vitest without a browser. */
const onNode = ['node', 'shared', 'screens'].flatMap((project) => ['--project', project])
const journeys = (name: string, ...more: string[]): Step => [
  name,
  'playwright',
  ['test', '--config', 'e2e/playwright.config.ts', ...more],
]

const half = Math.ceil(availableParallelism() / 2)

/** One group after the other, in the order in which a mistake is found fastest; the steps of one side by side. */
const groupsOf: Record<string, (more: string[]) => Step[][]> = {
  all: () => [
    [lint, definitions, words, types],
    // By themselves: they press keys and look at once, as a person does whose computer does nothing else.
    [units('Component tests', '--project', 'browser')],
    // These wait a good part of their time, for the disk or for a program: beside three of them, one journey per two
    // cores keeps the cores at work and no more than that.
    [
      units('Unit tests', ...onNode),
      journeys('Journeys on Electron', '--project', 'electron', '--workers', String(half)),
    ],
    // By now nothing runs beside them.
    [journeys('Journeys on the headless host', '--project', 'headless', '--workers', String(2 * half))],
  ],
  quick: () => [
    [lint, definitions, words, types],
    [units('Unit tests', ...onNode, ...testsThatStartNothing())],
  ],
  unit: (more) => [[units('Unit and component tests', ...more)]],
  e2e: (more) => [[journeys('Journeys, on both hosts', ...more)]],
}

/** As it was before anything was built: a build makes this process one of production, where React knows no tests. */
const environment: NodeJS.ProcessEnv = { ...process.env }

/** What a step that failed said last: both test programs tell their failures there. */
const lastWords = 12_000

/** Answers what the step said last, if it failed. What is not shown as it goes is said at the end, in one piece. */
async function run([name, command, args]: Step, isShown: boolean): Promise<string | undefined> {
  const started = performance.now()
  say(`== ${name}`)
  // The Node of the project runs this: on macOS it brings none of its own.
  const child = spawn(command === 'node' ? process.execPath : `node_modules/.bin/${command}`, args, {
    cwd: projectDirectory,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: process.stdout.isTTY ? { FORCE_COLOR: '1', ...environment } : environment,
    shell: process.platform === 'win32',
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      said.push(piece)
      if (isShown) process.stdout.write(piece)
    })
  const [code] = await once(child, 'close')
  const all = Buffer.concat(said).toString()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`${isShown ? '' : all}== ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`)
  return code === 0 ? undefined : all.slice(-lastWords)
}

const [wanted = 'all', ...more] = process.argv.slice(2)
const groups = groupsOf[wanted]
const isAsked = process.argv.includes('--help')
if (!groups || isAsked) {
  say(help)
  process.exit(isAsked ? 0 : 1)
}
if (wanted !== 'quick') {
  const chromium = findOrInstallChromium(say)
  environment['CHROMIUM_SHELL_PATH'] = findOrInstallHeadlessShell(chromium, say)
  environment['CHROMIUM_PATH'] = chromium
  // Once, before steps that run side by side each make their own.
  await ensureBuilt(say)
  await bundle()
  const folder = mkdtempSync(join(placeForFolders(), 'desk-tests-'))
  // A test of what another account sees reaches its own folder in there.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  environment['TMPDIR'] = folder
  // Both groups of journeys begin from the same samples.
  environment[samplesVariable] = mkdtempSync(join(folder, 'desk-samples-'))
}
const failed = new Map<string, string>()
for (const group of groups(more)) {
  // Every step runs, so that one visit shows all that is wrong.
  const endings = await Promise.all(group.map((step, index) => run(step, index === 0)))
  for (const [index, [name]] of group.entries()) {
    const ending = endings[index]
    if (ending !== undefined) failed.set(name, ending)
  }
}
if (failed.size > 0) {
  // Again at the end, where one looks first.
  for (const [name, ending] of failed) say(`== ${name} ended with\n${ending}`)
  say(`Failed: ${[...failed.keys()].join(', ')}`)
  process.exit(1)
}
say('All checks passed.')
