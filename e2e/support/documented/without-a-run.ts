/** The words of a started program: its name, then its arguments. */
export type Words = readonly string[]

/**
 * The wanted commands and options that occur in no run.
 * @param wanted the program, its commands, and optionally an option, such as `desk feeds report --to`
 */
export const withoutARun = (wanted: readonly Words[], runs: readonly Words[]): string[] =>
  wanted.filter((words) => !runs.some((run) => isIn(words, run))).map((words) => words.join(' '))

/**
 * Whether a run contains a program's command and option; the option may precede or follow the arguments of
 * the command.
 */
function isIn(wanted: Words, run: Words): boolean {
  const [program, ...rest] = wanted
  if (run[0] !== program) return false
  const option = rest.at(-1)?.startsWith('-') ? rest.at(-1) : undefined
  const commands = option === undefined ? rest : rest.slice(0, -1)
  const given = run.slice(1)
  const isCalled = commands.every((command, index) => given[index] === command)
  return (
    isCalled &&
    (option === undefined || given.some((word) => word === option || word.startsWith(`${option}=`)))
  )
}

/**
 * Normalizes a start by npm: `npm run --silent desk -- sync` becomes `desk sync`; other npm commands keep
 * `npm`.
 */
export function withoutNpm(run: Words): Words {
  const [npm, ...given] = run
  if (npm !== 'npm') return run
  const end = given.includes('--') ? given.indexOf('--') : given.length
  const [command = '', ...names] = given.slice(0, end).filter((word) => !word.startsWith('-'))
  const [script = '', ...more] = command === 'run' ? names : [command, ...names]
  const rest = [...more, ...given.slice(end + 1)]
  return script === 'desk' ? ['desk', ...rest] : ['npm', script, ...rest]
}

/** The names of the scripts that a script of `package.json` runs. */
export const scriptsWithin = (script: string): string[] =>
  [...script.matchAll(/\bnpm (?:run (?:--\S+ )*)?([\w:-]+)/g)].map(([, name = '']) => name)
