import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'

/**
 * What measures the process that a test runs in, changes it, or puts another module in the place of one. The growth of a
 * time too: what other files left in the process is collected within it.
 */
const concernsProcess =
  /\bprocess\.(memoryUsage|cpuUsage|threadCpuUsage|resourceUsage|env|chdir|umask|on|once|exitCode|title)\b|\bvi\.(mock|stub\w+|spyOn|useFakeTimers)\b|\bregisterHooks\b|setFlagsFromString|\bgrowthOf\b/

/**
 * The test files on Node, by their paths in the project: those that need a process of their own, and those that leave
 * nothing behind in theirs, of which many share one, as loading the program anew for each takes longer than most of
 * them. Those of `e2e` start programs, which takes longer still.
 */
export function testsByProcess(): { own: string[]; shared: string[] } {
  const places = ['{src-main,src-shared,resources}', 'e2e/{bench,support,command-line,trials}']
  const files = globSync(
    places.map((place) => `${place}/**/*.test.ts`),
    { cwd: projectDirectory },
  )
    .map((file) => file.replaceAll(sep, '/'))
    .toSorted()
  const isOwn = (file: string) =>
    file.startsWith('e2e/') || concernsProcess.test(readFileSync(join(projectDirectory, file), 'utf8'))
  return { own: files.filter(isOwn), shared: files.filter((file) => !isOwn(file)) }
}
