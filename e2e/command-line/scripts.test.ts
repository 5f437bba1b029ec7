import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'

/** The developer scripts of package.json, run by the real npm. */
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'desk-scripts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const withTimeout = { timeout: 240_000 }
const mebibyte = 2 ** 20

interface Ended {
  code: number
  stdout: string
  stderr: string
}
const inProject = { cwd: projectDirectory, maxBuffer: 64 * mebibyte }
/** Resolves with the end of a command, whatever its exit code. */
const ended = (command: Promise<{ stdout: string; stderr: string }>): Promise<Ended> =>
  command.then(
    (output) => ({ code: 0, ...output }),
    (error: Ended) => error,
  )
const run = promisify(execFile)

const sources = ['src-shared', 'src-main', 'resources']
/** A copy of parts of the project with its package.json. */
function copyProject(...parts: string[]): string {
  const copy = mkdtempSync(join(folder, 'project-'))
  symlinkSync(join(projectDirectory, 'node_modules'), join(copy, 'node_modules'))
  for (const part of ['package.json', ...parts])
    cpSync(join(projectDirectory, part), join(copy, part), { recursive: true })
  return copy
}

describe('tests', () => {
  test.each([
    ['npm test -- --help', ['test', '--', '--help']],
    ['npm run test:quick -- --help', ['run', 'test:quick', '--', '--help']],
  ])('%s prints the test scripts', withTimeout, async (_typed, words) => {
    const { stdout } = await run('npm', words, inProject)
    for (const script of ['npm test ', 'npm run test:quick ', 'npm run unit ', 'npm run e2e '])
      expect(stdout).toContain(script)
  })

  test('npm run unit runs one test file', withTimeout, async () => {
    const words = ['run', 'unit', '--', 'src-shared/values/moment.test.ts', '--project', 'shared']
    const { stdout } = await run('npm', words, inProject)
    expect(stdout).toContain('src-shared/values/moment.test.ts')
    expect(stdout).toMatch(/Test Files .*1 passed/)
    expect(stdout).toContain('All checks passed.')
  })

  test('npm run e2e finds one journey, which runs on both hosts', withTimeout, async () => {
    // As in continuous integration, which forbids focused tests (`test.only`).
    const env = { ...process.env, CI: '1' }
    const { stdout } = await run('npm', ['run', 'e2e', '--', 'take-the-catalog-out', '--list'], {
      ...inProject,
      env,
    })
    expect(stdout).toContain('[electron] › take-the-catalog-out.spec.ts')
    expect(stdout).toContain('[headless] › take-the-catalog-out.spec.ts')
    expect(stdout).toContain('Total: 2 tests in 1 file')
  })
})

describe('commit checks', () => {
  const copy = copyProject('.biome.jsonc', '.gitignore', 'e2e/support/definitions', 'e2e/support/words')
  const file = join(copy, 'src-shared/a.ts')
  mkdirSync(join(copy, 'src-shared'))
  const options = { cwd: copy }

  test('npm run format formats, and npm run lint then finds nothing', withTimeout, async () => {
    writeFileSync(file, 'export const a = "text";\n')
    await run('npm', ['run', 'format'], options)
    expect(readFileSync(file, 'utf8')).toBe("export const a = 'text'\n")
    const { stdout } = await run('npm', ['run', 'lint'], options)
    expect(stdout).toMatch(/Use before definition: \d+ files, 0 found\./)
    expect(stdout).toMatch(/Banned words: \d+ files, 0 found\./)
  })

  test.each([
    [
      'a use before its definition',
      'f()\nconst a = 1\nfunction f(): void {\n  console.log(a)\n}\n',
      /a\.ts:4: a is used before its definition in line 2, through f\(\) in line 1/,
    ],
    [
      'a banned word',
      `export const ${'most'}Rows = 3\n`,
      /a\.ts:1: "most[R]ows" is not written here; write max/,
    ],
    ['a finding of Biome', 'export const f = (a: unknown) => {\n  debugger\n  return a\n}\n', /noDebugger/],
  ])('npm run lint reports %s', withTimeout, async (_what, text, words) => {
    writeFileSync(file, text)
    const { code, stdout, stderr } = await ended(run('npm', ['run', 'lint'], options))
    expect(code).toBe(1)
    expect(stdout + stderr).toMatch(words)
  })

  test('npm run types reports a wrong type', withTimeout, async () => {
    writeFileSync(file, "export const a: number = 'text'\n")
    writeFileSync(
      join(copy, 'tsconfig.json'),
      '{ "files": ["src-shared/a.ts"], "compilerOptions": { "noEmit": true } }',
    )
    const { code, stdout } = await ended(run('npm', ['run', 'types'], options))
    expect(code).not.toBe(0)
    expect(stdout).toMatch(/src-shared\/a\.ts\(1,14\): error TS2322/)
    writeFileSync(file, 'export const a: number = 1\n')
    await run('npm', ['run', 'types'], options)
  })
})

describe('scripts that write files of the project', () => {
  const copy = copyProject(...sources, 'src-renderer', 'README.md')
  const textIn = (project: string, file: string) => readFileSync(join(project, file), 'utf8')

  test('npm run generate writes the committed files', withTimeout, async () => {
    const made = ['resources/reference/items.md', 'resources/schemas/feed-item.xsd']
    for (const file of made) writeFileSync(join(copy, file), 'stale')
    await run('npm', ['run', 'generate'], { cwd: copy })
    for (const file of made) expect(textIn(copy, file)).toBe(textIn(projectDirectory, file))
  })

  test('npm run texts updates the catalogs from the texts in the code', withTimeout, async () => {
    const stale = join(copy, 'resources/texts/de.po')
    writeFileSync(stale, textIn(copy, 'resources/texts/de.po').replace(/^msgid "Cancel"$/m, 'msgid "Gone"'))
    const { stdout } = await run('npm', ['run', 'texts'], { cwd: copy })
    expect(stdout).toMatch(/^de: \d+ texts, 1 lack a translation\n {2}Cancel$/m)
    for (const file of ['resources/texts/en.po', 'resources/texts/fr.po'])
      expect(textIn(copy, file)).toBe(textIn(projectDirectory, file))
  })
})

test('npm run dev -- --help prints its options', withTimeout, async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'dev', '--', '--help'], inProject)
  expect(stdout).toMatch(/^npm run dev .*\n\n {2}--port N .*\n {2}--data DIR /)
})

describe('scripts that take longer than a test may', () => {
  test('npm run bench measures, compares, and writes the table', withTimeout, async () => {
    const copy = copyProject(...sources, 'e2e/bench')
    const results = join(copy, 'e2e/bench/RESULTS.md')
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') }
    const options = { cwd: copy, env, maxBuffer: 64 * mebibyte }
    const help = await run('npm', ['run', 'bench', '--', '--help'], options)
    expect(help.stdout).toContain('feed-write')
    const figures = join(folder, 'figures.json')
    const size = ['--items', '20', '--large']
    const where = ['--json', '--to', figures, '--write', '--no-compare']
    await run('npm', ['run', 'bench', '--', 'feed-write', ...size, ...where], options)
    const { results: measured } = JSON.parse(readFileSync(figures, 'utf8'))
    expect(measured).toMatchObject([{ bench: 'feed-write', items: 20, figure: 'writing a feed' }])
    expect(readFileSync(results, 'utf8')).toMatch(/^\| feed-write \| 20 \| writing a feed \|/m)
  })

  test('npm run trial runs a history, the same for the same seed', withTimeout, async () => {
    const words = ['--count', '1', '--seed', '7', '--processes', '1000', '--json']
    const { stdout, stderr } = await run(
      'npm',
      ['run', '--silent', 'trial', '--', 'histories', ...words],
      inProject,
    )
    expect(stderr).toContain('Seed 7')
    expect(JSON.parse(stdout)).toMatchObject({ histories: 1, failures: [] })
  })
})
