import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import { commandsOf, documentedLines } from './documented-lines.ts'
import { deskCommand, optionsIn, wordsOfCommand } from './documented-options.ts'
import { variablesRead, variablesSet } from './environment-variables.ts'
import { programRuns } from './program-runs.ts'
import { readSource } from './source-file.ts'
import { suiteFiles } from './test-files.ts'
import { scriptsWithin, type Words, withoutARun, withoutNpm } from './without-a-run.ts'

/**
 * Everything documented is run by a test: scripts of package.json, command lines of the README and the
 * reference, commands and options, environment variables. An entry reported here needs a test that runs it as
 * typed, or must be removed.
 */
const textOf = (file: string): string => readFileSync(join(projectDirectory, file), 'utf8')
const scripts: Record<string, string> = JSON.parse(textOf('package.json')).scripts
const lines = documentedLines()

/** Programs that no test can run, because they change the computer or are usually not available. */
const neverRun = new Set(['systemctl', 'journalctl', 'loginctl', 'sudo', 'docker', 'podman'])

/** Variables that the system, npm and an AppImage set for every process. */
const sessionVariables = ['LANG', 'USER', 'npm_lifecycle_event', 'APPDIR', 'ARGV0', 'OWD']

/**
 * Programs of the project with options: the words that start each, and the file that declares its options.
 */
const programs: [words: string[], file: string][] = [
  [['npm', 'dev'], 'src-main/hosts/launch/dev.ts'],
  [['npm', 'bench'], 'e2e/bench/run.ts'],
]
/** Files that these scripts start. */
const startedBy: Record<string, string> = { dev: 'src-main/hosts/launch/dev-host.ts' }

const runs: Words[] = []
/** Whether a test starts the installed program without arguments. */
let startsWithoutWords = false
beforeAll(() => {
  const inTests = suiteFiles(/child_process|parseAsync|\/desk\.ts'/).flatMap(programRuns)
  const inPages = lines.filter(({ how }) => how === 'here').flatMap(({ text }) => commandsOf(text))
  // The commands of continuous integration.
  const inIntegration = textOf('.ci/run').split('\n').flatMap(commandsOf)
  // A refused command does not count as a run, because it does not show what an option does.
  const typed = inTests.filter(({ isRefused }) => !isRefused).map(({ words }) => words)
  const add = (words: Words): void => {
    if (words.join() === 'catalog-desk') startsWithoutWords = true
    const run = words[0] === 'catalog-desk' ? ['desk', ...words.slice(1)] : withoutNpm(words)
    const [program, script = ''] = run
    if (program === 'desk' || program === 'npm') runs.push(run)
    if (program !== 'npm') return
    // npm runs these hooks itself, around a script and around commands such as `npm pack`.
    for (const hook of [`pre${script}`, `post${script}`]) if (hook in scripts) add(['npm', hook])
    for (const inner of scriptsWithin(scripts[script] ?? '')) add(['npm', inner])
    if (script === 'pack') add(['npm', 'prepack'])
    const started = startedBy[script]
    if (started) for (const inner of programRuns(readSource(started, textOf(started)))) add(inner.words)
  }
  for (const words of [...typed, ...inPages, ...inIntegration]) add(words)
}, 60_000)

test('finds the runs of tests, pages and continuous integration', () => {
  expect(runs).toContainEqual(['npm', 'ci'])
  expect(runs).toContainEqual(['npm', 'test'])
  expect(
    withoutARun(
      [
        ['desk', 'sync', '--json'],
        ['desk', 'sync', '--brand'],
      ],
      runs,
    ),
  ).toEqual([])
  expect(
    withoutARun(
      [
        ['desk', 'sync', '--slowly'],
        ['desk', 'fetch'],
      ],
      runs,
    ),
  ).toEqual(['desk sync --slowly', 'desk fetch'])
})

test('every script of package.json is run by a test', () => {
  const wanted = Object.keys(scripts).map((script) => (script === 'desk' ? ['desk'] : ['npm', script]))
  expect(withoutARun(wanted, runs)).toEqual([])
})

test('every command line of the README and the reference is run by a test', () => {
  expect(lines.filter(({ how }) => how === 'here').length).toBeGreaterThanOrEqual(16)
  const byTests = lines.filter(({ how }) => how === 'by-a-test')
  const unrun = byTests.filter(({ text }) => {
    if (text === 'catalog-desk') return !startsWithoutWords
    const wanted = commandsOf(text).map((words) => withoutNpm(words).slice(0, 2))
    return withoutARun(wanted, runs).length > 0
  })
  expect(unrun.map(({ page, line, text }) => `${page}:${line}: ${text}`)).toEqual([])
})

test('only command lines of programs that change the computer are not run', () => {
  const notRun = lines.filter(({ how }) => how === 'not-run')
  console.info(
    `${notRun.length} of ${lines.length} documented command lines are not run: ${[...new Set(notRun.map(({ page }) => page))].join(', ') || 'none'}`,
  )
  const others = notRun.filter(
    ({ text }) => !commandsOf(text).every(([program = '']) => neverRun.has(program)),
  )
  expect(others.map(({ page, line, text }) => `${page}:${line}: ${text}`)).toEqual([])
})

test('every command and option of desk is run by a test', async () => {
  const wanted = wordsOfCommand(await deskCommand(), ['desk'])
  expect(wanted.length).toBeGreaterThan(80)
  const programOptions = ['-V', '--version', '-h', '--help'].map((flag) => ['desk', flag])
  expect(withoutARun([...programOptions, ...wanted], runs)).toEqual([])
})

test.each(programs)('every option of %j is run by a test', (words, file) => {
  const wanted = optionsIn(readSource(file, textOf(file))).map((option) => [...words, option])
  expect(wanted.length).toBeGreaterThan(0)
  expect(withoutARun([words, ...wanted], runs)).toEqual([])
})

test('every environment variable that the code reads is set by a test', () => {
  const read = globSync(
    ['{src-main,src-shared,src-renderer,resources,e2e}/**/*.{ts,tsx,js}', '*.config.ts'],
    { cwd: projectDirectory },
  )
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !/\.(?:test|spec)\.tsx?$|\/(?:fixtures|testing)\//.test(file))
    .filter((file) => textOf(file).includes('process.env'))
    .flatMap((file) => variablesRead(readSource(file, textOf(file))))
  expect(read.map(({ name }) => name)).toContain('CATALOG_DESK_HOME')
  const set = new Set(
    suiteFiles(/env/i)
      .flatMap(variablesSet)
      .map(({ name }) => name),
  )
  for (const name of sessionVariables) set.add(name)
  const unset = read.filter(({ name }) => !set.has(name))
  expect(unset.map(({ name, file, line }) => `${name} (${file}:${line})`)).toEqual([])
})
