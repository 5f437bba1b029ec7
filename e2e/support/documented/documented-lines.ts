import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'

/** A command line of the README or of a page of the reference. */
interface DocumentedLine {
  /** Path of the page in the project. */
  page: string
  /** Line in the page, from 1. */
  line: number
  /** As it is typed, without its comment. */
  text: string
  /**
   * `here`: by `e2e/command-line/readme.test.ts`, in a shell. `by-a-test`: npm itself and the installed program, by tests
   * of their own. `not-run`: needs what no test may change or have, such as the services of the system; its fence has
   * the mark or is one of `text`.
   */
  how: 'here' | 'by-a-test' | 'not-run'
}

/** The mark behind the language of a fence whose lines no test runs. */
const mark = 'not-run-here'
const shells = new Set(['sh', 'bash', 'shell', 'console'])
/** Begins of lines that are commands, in whichever fence they stand. */
const commands = /^\s*(?:\$ |(?:npm|npx|node|desk|catalog-desk|curl|sudo|docker|podman|systemctl) )/

/** The pages with command lines, by their paths in the project. */
const documentedPages = (): string[] =>
  globSync(['README.md', 'resources/reference/*.md'], { cwd: projectDirectory })
    .map((page) => page.replaceAll(sep, '/'))
    .toSorted()

/** The command lines of all pages, in their order. @throws Error for one in a fence without a language */
export const documentedLines = (): DocumentedLine[] =>
  documentedPages().flatMap((page) => linesOf(page, readFileSync(join(projectDirectory, page), 'utf8')))

/** The command lines of a page. @throws Error for one in a fence without a language */
export function linesOf(page: string, markdown: string): DocumentedLine[] {
  return [...markdown.matchAll(/^[ \t]*```([^\n]*)\n([\s\S]*?)^[ \t]*```/gm)].flatMap((fence) => {
    const [whole, info = '', text = ''] = fence
    const first = markdown.slice(0, fence.index + whole.indexOf('\n')).split('\n').length + 1
    const [language = '', ...marks] = info.trim().split(/\s+/)
    const isShell = shells.has(language)
    // Lines for the person who looks after a system.
    const isForRoot = language === 'text'
    return joinedLines(text).flatMap(([at, written]): DocumentedLine[] => {
      if (!isShell) {
        if (!commands.test(written) || (language !== '' && !isForRoot)) return []
        if (isForRoot) return [{ page, line: first + at, text: written.trim(), how: 'not-run' }]
        throw new Error(`${page}:${first + at} looks like a command: its fence begins with \`\`\`sh`)
      }
      const typed = withoutComment(written.replace(/^\s*\$ /, '')).trim()
      if (typed === '') return []
      const how = marks.includes(mark) ? 'not-run' : isByATest(typed) ? 'by-a-test' : 'here'
      return [{ page, line: first + at, text: typed, how }]
    })
  })
}

/** The lines of a fence with their places in it; one that ends with a backslash goes on in the next. */
function joinedLines(text: string): [at: number, line: string][] {
  const found: [number, string][] = []
  let isOpen = false
  for (const [at, line] of text.split('\n').entries()) {
    const last = found.at(-1)
    const whole = line.replace(/\\$/, '')
    if (isOpen && last) last[1] = `${last[1]} ${whole.trim()}`
    else found.push([at, whole])
    isOpen = line.endsWith('\\')
  }
  return found
}

/** What npm does beside running `desk`, and the installed program without arguments, which goes on until it is stopped. */
const isByATest = (typed: string): boolean =>
  /^npm (?!run (?:--silent )?desk )/.test(typed) || typed === 'catalog-desk'

/** The line without its comment; quotes may hold a #. */
function withoutComment(line: string): string {
  const [typed = ''] = /^(?:[^#'"\s]|'[^']*'|"(?:\\.|[^"\\])*"|\s(?!#)|(?<=\S)#)*/.exec(line) ?? []
  return typed
}

/** The commands of a line, each by its words, without the values of variables before it. */
export function commandsOf(typed: string): string[][] {
  const found: string[][] = [[]]
  for (const [, separator, word] of typed.matchAll(
    /(&&|\|\||[;|])|((?:[^\s;|&'"]|'[^']*'|"(?:\\.|[^"\\])*"|&(?!&))+)/g,
  )) {
    if (separator !== undefined) found.push([])
    else found.at(-1)?.push((word ?? '').replace(/'([^']*)'|"((?:\\.|[^"\\])*)"/g, '$1$2'))
  }
  return found.filter((words) => words.length > 0)
}
