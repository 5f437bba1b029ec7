import { globSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command } from 'commander'
import { checkout } from '../../../src-main/hosts/headless/checkout.ts'
import { setInstallation } from '../../../src-main/hosts/headless/installation.ts'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import type { SourceFile } from './source-file.ts'
import { valuesOf } from './values.ts'

/** The `desk` command with all its subcommands and options, including hidden ones. */
export async function deskCommand(): Promise<Command> {
  setInstallation(checkout)
  const desk = new Command('desk')
  const files = globSync('src-main/hosts/headless/commands/*.ts', { cwd: projectDirectory })
  for (const file of files.map((one) => one.replaceAll(sep, '/')).toSorted()) {
    if (file.includes('.test.')) continue
    const { register } = await import(pathToFileURL(join(projectDirectory, file)).href)
    register(desk)
  }
  return desk
}

/**
 * The command path and each option of a command, such as `serve` and `serve --https`, including subcommands.
 */
export const wordsOfCommand = (command: Command, prefix: string[] = []): string[][] => [
  ...command.options.flatMap(({ short, long }) =>
    [short, long].filter((flag) => flag !== undefined).map((flag) => [...prefix, flag]),
  ),
  ...command.commands.flatMap((inner) => {
    const words = [...prefix, inner.name()]
    return [words, ...wordsOfCommand(inner, words)]
  }),
]

/**
 * The options that a file declares with `.option('--name')` or `new Option('--name')`, or for `parseArgs`.
 */
export function optionsIn(source: SourceFile): string[] {
  return source.nodes.flatMap((node) => {
    if (node.type === 'NewExpression' || node.type === 'CallExpression') {
      const { callee } = node
      const name =
        callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
          ? callee.property.name
          : callee.type === 'Identifier'
            ? callee.name
            : ''
      const [flags] = node.arguments
      if (!/^(?:option|requiredOption|Option)$/.test(name) || !flags) return []
      return valuesOf(flags, source).flatMap((value) =>
        typeof value === 'string' ? (value.match(/(?<![\w-])--?[a-z][\w-]*/g) ?? []) : [],
      )
    }
    if (node.type !== 'Property' || node.key.type !== 'Identifier' || node.key.name !== 'options') return []
    if (node.value.type !== 'ObjectExpression') return []
    return node.value.properties.flatMap((one) =>
      one.type === 'Property' && one.key.type === 'Identifier' ? [`--${one.key.name}`] : [],
    )
  })
}
