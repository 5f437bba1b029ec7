import { expect, it } from 'vitest'
import { parseElement } from '../kit/kit.ts'
import { itemIngestionStatus, reportedErrors } from './feed-status.ts'

it.each([
  ['nothing', '', []],
  [
    'a list',
    '<ingestionError><code>A</code></ingestionError><ingestionError><code>B</code></ingestionError>',
    [{ code: 'A' }, { code: 'B' }],
  ],
  [
    'one error without its element',
    '<code>A</code><field>x</field><description>d</description>',
    [{ code: 'A', field: 'x', description: 'd' }],
  ],
  ['plain text', ' Bad code ', [{ description: 'Bad code' }]],
  [
    'an error with plain text',
    '<ingestionError>Bad <b>code</b></ingestionError>',
    [{ description: 'Bad code' }],
  ],
  [
    'an error with escaped tags',
    '<ingestionError>Use &lt;b&gt; <b>here</b></ingestionError>',
    [{ description: 'Use <b> here' }],
  ],
  ['an unknown element', '<message>Bad code</message>', [{ description: 'Bad code' }]],
])('reads %s', (_name, inside, expected) => {
  const xml = `<ItemIngestionStatus><index>0</index><ingestionErrors>${inside}</ingestionErrors></ItemIngestionStatus>`
  const { value } = parseElement(itemIngestionStatus, xml)
  const errors = reportedErrors(value ?? {}).map(({ unknown: _, ...error }) => error)
  expect(errors).toEqual(expected)
})
