import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { maxProfiles, type RequirementProfile } from '../../src-shared/completeness/model.ts'
import { profileText } from '../../src-shared/completeness/read-profile.ts'
import { itemBytes } from '../catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../catalog/index.ts'
import { createLog } from '../platform/log/log.ts'
import { openWorkspaceSettings } from '../storage/index.ts'
import { openDatabase } from '../storage/open-database.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { type Completeness, createCompleteness, openServiceRequirements } from './index.ts'

const shelf: RequirementProfile = {
  name: 'Shelf',
  kinds: ['create', 'refresh'],
  requirements: [
    { path: 'ecommerceTitle', need: 'required', weight: 3 },
    { path: 'media/medium', need: 'wished', view: 'front' },
  ],
}

let workspace: TemporaryWorkspace
let completeness: Completeness
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  completeness = createCompleteness({ storage: workspace.storage, log: createLog('silent') })
})
afterEach(async () => {
  await workspace.close()
})

const own = async () => (await completeness.profiles()).profiles.filter(({ isShipped }) => !isShipped)

describe('profiles', () => {
  test('include examples, which can be changed only as copies', async () => {
    const { profiles, defaultId, serviceId } = await completeness.profiles()
    expect(profiles.every(({ isShipped }) => isShipped)).toBe(true)
    expect(profiles.map(({ id }) => id)).toEqual(expect.arrayContaining([defaultId, serviceId, 'planogram']))
    await expect(completeness.save({ id: 'planogram', profile: shelf })).rejects.toMatchObject({
      code: 'PROFILE_SHIPPED',
    })
    await expect(completeness.delete({ id: 'planogram' })).rejects.toMatchObject({ code: 'PROFILE_SHIPPED' })
    const copy = { id: 'planogram', name: 'Planogramm (Kopie)', about: 'Ein Beispiel.' }
    const first = await completeness.duplicate(copy)
    const second = await completeness.duplicate(copy)
    expect([first, second].map(({ profile }) => [profile.name, profile.about])).toEqual([
      ['Planogramm (Kopie)', 'Ein Beispiel.'],
      ['Planogramm (Kopie) 2', 'Ein Beispiel.'],
    ])
    const long = await completeness.duplicate({ ...copy, name: `${'Planogramm '.repeat(9)}(Kopie)` })
    expect(long.profile.name).toMatch(/^Planogramm .+….+ Planogramm \(Kopie\)$/)
    await completeness.delete({ id: long.id })
    const changed = await completeness.save({ id: first.id, profile: shelf })
    expect(changed).toEqual({ id: first.id, isShipped: false, profile: shelf })
    expect((await own()).map(({ profile }) => profile.name)).toEqual(['Planogramm (Kopie) 2', 'Shelf'])
  })

  test('can be exported and imported; an invalid profile changes nothing', async () => {
    const kept = await completeness.save({ profile: shelf })
    const { fileName, text } = await completeness.export({ id: kept.id })
    expect({ fileName, text }).toEqual({ fileName: 'shelf.profile.json', text: profileText(shelf) })
    expect((await completeness.import({ text })).profile).toEqual(shelf)
    const before = await completeness.profiles()
    const broken = text.replace('"ecommerceTitle"', '"title"')
    await expect(completeness.import({ text: broken })).rejects.toMatchObject({
      code: 'PROFILE_INVALID',
      message: expect.stringContaining('requirements[1].path: No feed of this kind has a field title'),
      problems: [{ path: 'requirements[1].path' }],
    })
    await expect(completeness.save({ id: kept.id, profile: { name: 'x' } })).rejects.toMatchObject({
      code: 'PROFILE_INVALID',
    })
    expect(await completeness.profiles()).toEqual(before)
  })

  test('can be restored after deletion, and are then chosen again', async () => {
    const { id } = await completeness.save({ profile: shelf })
    await completeness.choose({ defaultId: id })
    const deleted = await completeness.delete({ id })
    expect(await completeness.profiles()).toMatchObject({ defaultId: 'grocery-basics' })
    await expect(completeness.delete({ id })).rejects.toMatchObject({ code: 'PROFILE_NOT_FOUND' })
    await completeness.save(deleted)
    expect(await own()).toEqual([deleted])
    expect(await completeness.profiles()).toMatchObject({ defaultId: id })
    await expect(completeness.choose({ serviceId: 'nowhere' })).rejects.toMatchObject({
      code: 'PROFILE_NOT_FOUND',
    })
  })

  test('are limited in number', async () => {
    for (let number = 0; number < maxProfiles; number++) await completeness.save({ profile: shelf })
    await expect(completeness.import({ text: profileText(shelf) })).rejects.toMatchObject({
      code: 'TOO_MANY_PROFILES',
    })
    const [first] = await own()
    await completeness.save({ id: first?.id, profile: { ...shelf, name: 'Another' } })
    expect(await own()).toHaveLength(maxProfiles)
  })

  test('are skipped but kept if this version cannot read them', async () => {
    await completeness.save({ profile: shelf })
    const db = openDatabase(workspace.storage.path)
    db.exec(`INSERT INTO requirement_profile VALUES ('later', '{"name":"Of a later version"}', 0, 0)`)
    expect((await own()).map(({ profile }) => profile.name)).toEqual(['Shelf'])
    expect(db.prepare('SELECT count(*) FROM requirement_profile').pluck().get()).toBe(2)
    db.close()
  })
})

describe('a record', () => {
  const put = (ids: string[]) =>
    workspace.storage.writer(catalogWriter).putItems(
      ids.map((id) =>
        itemBytes({
          id,
          brand: id < 'c' ? ['b1', 'Alpine'] : ['b2', 'Fizz'],
          manufacturer: ['m1', 'Dairy'],
          media: id === 'a' ? ['A1C1'] : [],
        }),
      ),
    )

  test('is scored like a feed, without values that no record contains', async () => {
    await put(['a', 'b'])
    const { id: profileId } = await completeness.save({
      profile: {
        ...shelf,
        requirements: [...shelf.requirements, { path: 'contentPlus/keywords/keyword', need: 'wished' }],
      },
    })
    expect(await completeness.ofItem({ id: 'a', profileId })).toMatchObject({
      score: 1,
      profileName: 'Shelf',
      kind: 'refresh',
      missing: [],
      notChecked: [{ label: 'Keywords', reason: expect.stringContaining('keeps no Content+') }],
    })
    expect(await completeness.ofItem({ id: 'b', profileId })).toMatchObject({
      score: 0.75,
      missing: [{ path: 'media/medium[1]', label: 'Media, front', kind: 'wished' }],
    })
    // A sandbox has only the content that is stored here.
    await openWorkspaceSettings(workspace.storage).write({ role: 'sandbox' })
    expect((await completeness.ofItem({ id: 'a', profileId })).missing).toMatchObject([{ label: 'Keywords' }])
    expect((await completeness.ofItem({ id: 'a' })).profileId).toBe('grocery-basics')
    await expect(completeness.ofItem({ id: 'z' })).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
    await expect(completeness.profile('nowhere')).rejects.toMatchObject({ code: 'PROFILE_NOT_FOUND' })
  })
})

test('reports the requirements of the profile chosen for the service, except those of the business rules', async () => {
  const db = openDatabase(workspace.storage.path)
  const requirements = openServiceRequirements(db)
  const item = { ecommerceTitle: ' ', media: [] }
  const found = () => requirements()('create', item, 'items/item[2]')
  expect(found()).toEqual([])
  const longer: RequirementProfile = {
    ...shelf,
    requirements: [...shelf.requirements, { path: 'packageData/weight/measure', need: 'required' }],
  }
  const { id } = await completeness.save({ profile: longer })
  await completeness.choose({ serviceId: id })
  // The business rules already report the missing title.
  expect(found()).toEqual([
    {
      code: 'WISHED_BY_SERVICE',
      path: 'items/item[2]/media/medium[1]',
      message: 'Media, front: no such picture. By “Shelf” the service wishes it.',
      severity: 'warning',
    },
    {
      code: 'REQUIRED_BY_SERVICE',
      path: 'items/item[2]/packageData/weight/measure',
      message: 'Weight: not given. By “Shelf” the service requires it.',
    },
  ])
  expect(requirements()('update', item, 'items/item[1]')).toEqual([])
  await completeness.choose({ serviceId: 'planogram' })
  expect(found().map(({ path }) => path)).toContain('items/item[2]/packageData/length/uom')
  db.close()
})
