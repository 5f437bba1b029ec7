import { expect, test } from 'vitest'
import { endpointNames } from '../../../../src-shared/api/endpoints.ts'
import { checkFeed } from '../../../../src-shared/feeds/kinds/check-feed.ts'
import { feedKinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { isValidGtin } from '../../../../src-shared/values/gtin.ts'
import { newGtin, sampleBody } from './sample-bodies.ts'
import {
  needsIdentifier,
  readTrialAddress,
  sentQuery,
  startingForm,
  targetOf,
  trialPathOf,
} from './trial-form.ts'

const examples = { itemId: '4', code: newGtin(() => 0), manufacturerId: '1001', retailerId: '4004' }

test.each(feedKinds)('the sample of a %s feed is valid by its schema and all rules', (kind) => {
  for (const namespaceBase of [undefined, 'https://ns.other.example']) {
    const xml = sampleBody(kind, { ...examples, namespaceBase }, newGtin())
    expect(checkFeed(kind, xml, { namespaceBase }).problems).toEqual([])
  }
})

test('an invented product code is a valid GTIN, for the lowest and the highest random number', () => {
  for (const chance of [0, 0.5, 0.999_999_99]) expect(isValidGtin(newGtin(() => chance))).toBe(true)
})

test('an identifier is required exactly where the specification requires it', () => {
  expect(endpointNames.filter(needsIdentifier)).toEqual(['contentPlusStatus', 'updateItem'])
  const form = startingForm('contentPlusStatus', examples, undefined)
  expect(targetOf('contentPlusStatus', form)).toBeUndefined()
  expect(targetOf('contentPlusStatus', { ...form, identifier: ' f 1 ' })).toBe('/v2.1/feed/contentplus/f%201')
})

test('only parameters of the version that have a value are sent', () => {
  const form = {
    ...startingForm('item', examples, undefined),
    query: { q: ['oat'], m: [], b: [''], epf: ['50', '200'], esi: ['true'] },
  }
  expect(sentQuery('item', form)).toEqual({ q: ['oat'], epf: ['50', '200'] })
  expect(targetOf('item', { ...form, version: 'v2' })).toBe('/v2/item?q=oat&epf=50&epf=200&esi=true')
})

test('the first call of every endpoint can be sent, or needs only the identifier of a feed', () => {
  for (const name of endpointNames) {
    const target = targetOf(name, startingForm(name, examples, undefined))
    expect(target === undefined).toBe(name === 'contentPlusStatus')
  }
})

test('a logged request becomes the same call again', () => {
  const target = '/v2/item?q=oat%20milk&epf=50&epf=200&esi=true'
  const path = trialPathOf({ method: 'HEAD', target }) ?? ''
  expect(path).toMatch(/^\/local-api\/try\/item\?/)
  const form = startingForm('item', examples, readTrialAddress('item', path.split('?')[1] ?? ''))
  expect(targetOf('item', form)).toBe('/v2/item?q=oat+milk&epf=50&epf=200&esi=true')
})

test('a request that matched no endpoint cannot be tried', () => {
  expect(trialPathOf({ method: 'GET', target: '/media/a.jpg?signature=x' })).toBeUndefined()
  expect(trialPathOf({ method: 'DELETE', target: '/v2.1/item/4' })).toBeUndefined()
})

test('an update from the URL has the code of its path in its body', () => {
  const form = startingForm('updateItem', examples, readTrialAddress('updateItem', 'id=9521000000028'))
  expect(form.body).toContain('>9521000000028<')
})
