import { expect, test } from 'vitest'
import { contract } from '../rpc/contract.ts'
import { procedureRoles, whyNot } from './procedure-roles.ts'

const namesOf = (rooms: Readonly<Record<string, object>>): string[] =>
  Object.entries(rooms)
    .flatMap(([room, procedures]) => Object.keys(procedures).map((name) => `${room}.${name}`))
    .toSorted()

test('every procedure of the contract has a role, and no other has one', () => {
  expect(namesOf(procedureRoles)).toEqual(namesOf(contract))
})

test('a refusal says who may', () => {
  expect(whyNot({ role: 'reviewer' }, 'feeds', 'queueDraft')).toBe(
    'Only senders and administrators can do this.',
  )
  expect(whyNot({ role: 'sender' }, 'feeds', 'queueDraft')).toBeUndefined()
  expect(whyNot({ role: 'author' }, 'catalog', 'search')).toBeUndefined()
  expect(whyNot({ role: 'sender' }, 'people', 'list')).toBe('Only administrators of the team can do this.')
  expect(whyNot({ role: 'sender' }, 'people', 'no such procedure')).toBeDefined()
})

test.each([
  'people.add',
  'people.setRole',
  'backups.restore',
  'workspace.connect',
  'localApi.createUser',
  'computer.setSettings',
])('only administrators may call %s', (procedure) => {
  const [room = '', name = ''] = procedure.split('.')
  expect(whyNot({ role: 'sender' }, room, name)).toBe('Only administrators of the team can do this.')
  expect(whyNot({ role: 'administrator' }, room, name)).toBeUndefined()
})
