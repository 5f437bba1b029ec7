import { expect, test } from 'vitest'
import { presenceAmong } from './among-hosts.ts'
import type { PresenceMessage } from './presence-port.ts'

test('messages are passed on whole, and words of another form are left out', () => {
  const listeners = new Set<(word: unknown) => void>()
  const port = presenceAmong({
    tell: (word) => {
      for (const listener of listeners) listener(JSON.parse(JSON.stringify(word)))
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const heard: PresenceMessage[] = []
  const end = port.subscribe((message) => heard.push(message))
  const message = { person: 'Ana', page: 'p1', at: { draft: 'd1', key: 12 } }
  port.publish(message)
  for (const word of [null, 3, { other: 1 }, { presence: { person: 'x'.repeat(300), page: 'p' } }])
    for (const listener of listeners) listener(word)
  end()
  port.publish(message)
  expect(heard).toEqual([message])
})
