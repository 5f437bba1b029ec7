// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of programs
import { expect, test } from 'vitest'
import { commandsOf, linesOf } from './documented-lines.ts'
import { variablesRead, variablesSet } from './environment-variables.ts'
import { programRuns } from './program-runs.ts'
import { readSource } from './source-file.ts'
import { scriptsWithin, withoutARun, withoutNpm } from './without-a-run.ts'

/** The runs in a test file's text, as typed. */
const typed = (text: string): string[] =>
  programRuns(readSource('a.test.ts', text)).map(({ words }) => words.join(' '))
const helpers = "import { desk, deskFails, startDesk, startDeskByNpm } from '../support/desk.ts'\n"
const processes =
  "import { execFile, spawn } from 'node:child_process'\nimport { promisify } from 'node:util'\n"

test.each([
  ['a variable argument', "desk('sync', '--full')", ['desk sync --full']],
  ['words that are known when it runs', "desk('sync', '--data', folder)", ['desk sync --data …']],
  ['a spread list', "const data = ['--data', 'a']\ndesk('sync', ...data)", ['desk sync --data a']],
  [
    'a wrapper function',
    "const run = (...args: string[]) => desk('export', ...args, '--json')\nrun('--raw')\nrun('--excel')",
    ['desk export --raw --json', 'desk export --excel --json'],
  ],
  [
    'the rows of a table',
    "test.each([['a', ['sync', '--full']], ['b', ['check']]])('%s', (_name, args) => desk(...args))",
    ['desk sync --full', 'desk check'],
  ],
  [
    'functions that return the arguments',
    "test.each([['a', () => ['sync', '--full']]])('%s', (_name, args) => desk(...args()))",
    ['desk sync --full'],
  ],
  [
    'both branches of a conditional',
    "desk('sync', isFull ? '--full' : '--verified')",
    ['desk sync --full', 'desk sync --verified'],
  ],
  [
    'each element of a list',
    "for (const format of ['csv', 'pdf']) desk('export', '--format', format)",
    ['desk export --format csv', 'desk export --format pdf'],
  ],
  ['the service', "startDesk('--sandbox')", ['desk serve --ui-port 0 --api-port 0 --json --sandbox']],
  [
    'npm',
    "startDeskByNpm('--sandbox')",
    ['npm run --silent desk -- serve --ui-port 0 --api-port 0 --json --sandbox'],
  ],
])('finds runs by the helpers: %s', (_what, text, expected) => {
  expect(typed(helpers + text)).toEqual(expected)
})

test.each([
  ['spawn', "spawn('npm', ['run', 'lint'])", ['npm run lint']],
  [
    'promisified execFile',
    "const run = promisify(execFile)\nrun('npm', ['test', '--', '--help'])",
    ['npm test -- --help'],
  ],
  [
    'the program by its file',
    "const entry = join(project, 'src-main/hosts/headless/desk.js')\nspawn(process.execPath, ['--expose-gc', entry, 'sync', '--full'])",
    ['desk sync --full'],
  ],
  [
    'a class that starts its arguments',
    "class Start { constructor(words: string[]) { const [program = '', ...args] = words\nspawn(program, args) } }\nnew Start(['npm', 'start'])",
    ['npm start', ' start'],
  ],
  [
    'a shell line',
    "const shell = (line: string) => spawn('sh', ['-c', `exec ${line}`])\nshell('npm pack && npm test')",
    ['npm pack', 'npm test'],
  ],
  [
    'a command in this process',
    "desk.parseAsync(['sync', '--full'], { from: 'user' })",
    ['desk sync --full'],
  ],
])('finds runs by processes: %s', (_what, text, expected) => {
  expect(typed(processes + text)).toEqual(expected)
})

test('ignores comments, expected texts and functions of other modules', () => {
  expect(typed(`${helpers}// desk('sync', '--full')\nexpect(help).toContain('--full')`)).toEqual([])
  expect(typed("import { desk } from './else.ts'\ndesk('sync', '--full')")).toEqual([])
})

test('marks runs that are expected to fail', () => {
  const [run] = programRuns(readSource('a.test.ts', `${helpers}deskFails('sync', '--fast')`))
  expect(run).toMatchObject({ line: 2, words: ['desk', 'sync', '--fast'], isRefused: true })
})

test('reports an unused option, even if another command uses it', () => {
  const runs = [
    ['desk', 'import', 'a.csv', '--force'],
    ['desk', 'feeds', 'report', '3', '--to=a.csv'],
  ]
  const wanted = [
    ['desk', 'import', '--force'],
    ['desk', 'export', '--force'],
    ['desk', 'feeds', 'report', '--to'],
    ['desk', 'feeds', 'report', '--force'],
    ['desk', 'feeds', 'clear'],
    ['desk', '--no-colour'],
  ]
  expect(withoutARun(wanted, runs)).toEqual([
    'desk export --force',
    'desk feeds report --force',
    'desk feeds clear',
    'desk --no-colour',
  ])
})

test('resolves scripts in npm commands and in other scripts', () => {
  expect(withoutNpm(['npm', 'run', '--silent', 'desk', '--', 'sync', '--full'])).toEqual([
    'desk',
    'sync',
    '--full',
  ])
  expect(withoutNpm(['npm', 'test', '--', '--help'])).toEqual(['npm', 'test', '--help'])
  expect(scriptsWithin('npm run build && electron-builder')).toEqual(['build'])
})

const variables = (read: string) => variablesRead(readSource('a.ts', read)).map(({ name }) => name)
test.each([
  ["process.env['DESK_A'] ?? process.env.DESK_B", ['DESK_A', 'DESK_B']],
  ["const name = 'DESK_A'\nprocess.env[name]", ['DESK_A']],
  ["['DESK_A', 'DESK_B'].map((name) => process.env[name])", ['DESK_A', 'DESK_B']],
  ['const { DESK_A, DESK_B: b } = process.env', ['DESK_A', 'DESK_B']],
  ["const isOn = () => process.env['DESK_A'] === '1'", ['DESK_A']],
  ["process.env['DESK_A'] = '1'", []],
  ["other['DESK_A']", []],
])('finds variables that are read: %s', (text, expected) => {
  expect(variables(text)).toEqual(expected)
})

test('finds variables that are set, for this process or another', () => {
  const text = `process.env['DESK_A'] = '1'
    vi.stubEnv('DESK_B', '1')
    Object.assign(process.env, { DESK_C: '1' })
    spawn('npm', [], { env: { ...process.env, [name]: '1' } })
    const name = 'DESK_D'
    expect(text).toContain('DESK_E')`
  expect(
    variablesSet(readSource('a.test.ts', text))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['DESK_A', 'DESK_B', 'DESK_C', 'DESK_D'])
})

test('reads the command lines of a page with line numbers, and marks those not run', () => {
  const page = `# Page

\`\`\`sh
npm ci && npm start    # opens it
npm run --silent desk -- sync \\
  --full
# a remark
curl -H "a: #b" $API
\`\`\`

\`\`\`sh not-run-here
sudo systemctl enable catalog-desk
\`\`\`

\`\`\`text
systemctl stop catalog-desk
\`\`\`

\`\`\`json
{ "npm": 1 }
\`\`\`
`
  expect(linesOf('a.md', page)).toEqual([
    { page: 'a.md', line: 4, text: 'npm ci && npm start', how: 'by-a-test' },
    { page: 'a.md', line: 5, text: 'npm run --silent desk -- sync  --full', how: 'here' },
    { page: 'a.md', line: 8, text: 'curl -H "a: #b" $API', how: 'here' },
    { page: 'a.md', line: 12, text: 'sudo systemctl enable catalog-desk', how: 'not-run' },
    { page: 'a.md', line: 16, text: 'systemctl stop catalog-desk', how: 'not-run' },
  ])
  expect(() => linesOf('a.md', '```\nnpm start\n```\n')).toThrow(/^a\.md:2 looks like a command/)
})

test('splits a command line into words', () => {
  expect(commandsOf(`npm ci && npm start -- --data "My desk" | less`)).toEqual([
    ['npm', 'ci'],
    ['npm', 'start', '--', '--data', 'My desk'],
    ['less'],
  ])
})
