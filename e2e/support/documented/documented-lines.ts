import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'

/** A command line in the README or in a page of the reference. */
interface DocumentedLine {
  /** Path of the page in the project. */
  page: string
  /** Line in the page, 1-based. */
  line: number
  /** The command as typed, without its comment. */
  text: string
  /**
   * `here`: run by `e2e/command-line/readme.test.ts` in a shell. `by-a-test`: npm and the installed program,
   * run by their own tests. `not-run`: needs something that a test cannot change or have, such as system
   * services; its fence has the mark or the language `text`.
   */
  how: 'here' | 'by-a-test' | 'not-run'
}

/** The mark after the language of a fence whose lines no test runs. */
const mark = 'not-run-here'
const shells = new Set(['sh', 'bash', 'shell', 'console'])
/** Prefixes that identify a command in any fence. */
const commands = /^\s*(?:\$ |(?:npm|npx|node|desk|catalog-desk|curl|sudo|docker|podman|systemctl) )/

/** The pages with command lines, as paths in the project. */
const documentedPages = (): string[] =>
  globSync(['README.md', 'resources/reference/*.md'], { cwd: projectDirectory })
    .map((page) => page.replaceAll(sep, '/'))
    .toSorted()

/** The command lines of all pages, in order. @throws Error for a command in a fence without a language */
export const documentedLines = (): DocumentedLine[] =>
  documentedPages().flatMap((page) => linesOf(page, readFileSync(join(projectDirectory, page), 'utf8')))

/** The command lines of a page. @throws Error for a command in a fence without a language */
export function linesOf(page: string, markdown: string): DocumentedLine[] {
  return [...markdown.matchAll(/^[ \t]*```([^\n]*)\n([\s\S]*?)^[ \t]*```/gm)].flatMap((fence) => {
    const [content, info = '', text = ''] = fence
    const first = markdown.slice(0, fence.index + content.indexOf('\n')).split('\n').length + 1
    const [language = '', ...marks] = info.trim().split(/\s+/)
    const isShell = shells.has(language)
    // Lines for a system administrator.
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

/** The lines of a fence with their indexes; a line that ends with a backslash continues on the next one. */
function joinedLines(text: string): [at: number, line: string][] {
  const found: [number, string][] = []
  let isOpen = false
  for (const [at, line] of text.split('\n').entries()) {
    const last = found.at(-1)
    const content = line.replace(/\\$/, '')
    if (isOpen && last) last[1] = `${last[1]} ${content.trim()}`
    else found.push([at, content])
    isOpen = line.endsWith('\\')
  }
  return found
}

/**
 * npm commands other than `desk`, and the installed program without arguments, which runs until it is
 * stopped.
 */
const isByATest = (typed: string): boolean =>
  /^npm (?!run (?:--silent )?desk )/.test(typed) || typed === 'catalog-desk'

/** The line without its comment; a # in quotes is no comment. */
function withoutComment(line: string): string {
  const [typed = ''] = /^(?:[^#'"\s]|'[^']*'|"(?:\\.|[^"\\])*"|\s(?!#)|(?<=\S)#)*/.exec(line) ?? []
  return typed
}

/** The commands of a line as lists of words, without leading variable assignments. */
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
