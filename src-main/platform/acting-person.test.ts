import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { actAs, actingName, actingPerson } from './acting-person.ts'

test('work acts in the name of a person, also after it waited; other work does not', async () => {
  const ana = { name: 'ana', role: 'author' } as const
  const names = await actAs(ana, async () => {
    await Promise.resolve()
    return [actingName(), actingPerson()]
  })
  expect(names).toEqual(['ana', ana])
  expect(actingPerson()).toBeUndefined()
  expect(actingName()).toBe(userInfo().username)
})
