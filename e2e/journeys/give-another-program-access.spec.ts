import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { LocalApiPage } from '../pages/local-api-page.ts'
import { expect, test as onEmptyData } from '../support/app.ts'
import { createFeed } from '../support/feeds.ts'
import { startDesk } from '../support/programs/desk.ts'
import { inTerminal, OtherProgram } from '../support/programs/other-program.ts'

/** The app opens a sandbox with the sample catalog. */
const test = onEmptyData.extend({
  dataDirectory: async ({ dataDirectory }, use) => {
    const made = await startDesk('--sandbox', '--sample', '--data', dataDirectory)
    await made.stop()
    await use(dataDirectory)
  },
})

test('gives another program access: a limited user, its log, conditions, https, a new password', async ({
  page,
  host,
}) => {
  const desk = new DeskPage(page)
  const api = new LocalApiPage(page)
  let program: OtherProgram

  await test.step('run the first call as shown on the screen', async () => {
    await desk.go('Local API')
    const curl = page.getByRole('group', { name: 'A first call, with curl' })
    await api.copy('Copy: A first call, with curl')
    await page.getByRole('button', { name: 'Show the password' }).click()
    const password = await api.value(page, 'password').textContent()
    const answer = await inTerminal((await curl.innerText()).replace('<PASSWORD>', password ?? ''))
    expect(answer).toContain('<resultsPerPage>5</resultsPerPage>')
    expect(answer.match(/<brand id=/g)).toHaveLength(5)
  })

  await test.step('add a user with a daily limit', async () => {
    const address = (await api.value(page, 'Address').textContent()) ?? ''
    await api.open('Users')
    const password = await api.addUser('shelf-labels', 5)
    program = new OtherProgram({ address, username: 'shelf-labels', password })
    expect((await program.call('/v2.1/item?q=tea&limit=3')).text).toContain('count="3"')
  })

  await test.step('its requests appear in the log at once', async () => {
    await page.getByRole('link', { name: /requests of shelf-labels/ }).click()
    await expect(api.request(/\/v2\.1\/item\?q=tea&limit=3.*200.*shelf-labels/)).toBeVisible()
    await program.call('/v2.1/item?since=20240230')
    await expect(api.request(/since=20240230.*400/)).toBeVisible()
    await api.request(/since=20240230/).click()
    await expect(page.getByText('since must be a calendar day written YYYYMMDD')).toBeVisible()
    await expect(page.getByText('shelf-labels/2.0')).toBeVisible()
  })

  await test.step('over its limit it is refused, and the list of users shows that', async () => {
    const refused = await program.call('/v2.1/item?q=tea&limit=3')
    expect(refused.status).toBe(406)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await program.call('/v2.1/item?q=tea&limit=2')).status).toBe(200)
    expect((await program.call('/v2.1/item/100')).status).toBe(406)
    await api.open('Users')
    await expect(page.getByRole('row', { name: /shelf-labels/ })).toContainText('5 of 5 · limit reached')
  })

  await test.step('in maintenance it gets 503, and every tab shows the condition', async () => {
    await api.open('Conditions')
    await api.setCondition('Maintenance', true)
    const refused = await program.call('/v2/brand')
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('120')
    await api.open('Overview')
    await expect(page.getByRole('status').filter({ hasText: '1 condition on: maintenance' })).toBeVisible()
    await page.getByRole('button', { name: 'Switch all off' }).click()
    await expect(page.getByText('1 condition on')).toHaveCount(0)
    expect((await program.call('/v2/brand')).status).toBe(200)
  })

  await test.step('its feed waits, then becomes an item of the catalog', async () => {
    await api.open('Conditions')
    await api.setCondition('Slow ingestion', true)
    await page.getByRole('button', { name: 'Items in a second: 0 items/s' }).click()
    await expect(page.getByText('ingestion halted')).toBeVisible()
    const title = 'Rowan and plum jelly, 210 g'
    const feed = createFeed({ gtin: '9520000000028', title })
    const feedId = await program.value('/v2.1/feed/items', 'feedId', feed)
    const status = () => program.value(`/v2.1/feed/items/${feedId}`, 'feedStatus')
    expect(await status()).toBe('RECEIVED')
    await page.getByRole('button', { name: 'Items in a second: 1 items/s' }).click()
    const seen = new Set<string>()
    await expect
      .poll(
        async () => {
          const now = await status()
          seen.add(now)
          return now
        },
        { intervals: [50] },
      )
      .toBe('PROCESSED')
    expect([...seen]).toContain('INPROGRESS')
    await page.getByRole('button', { name: 'Switch all off' }).click()
    await desk.go('Catalog')
    const catalog = new CatalogPage(page)
    await catalog.search('rowan plum')
    await expect(catalog.row(/Rowan and plum jelly/)).toBeVisible()
  })

  await test.step('send the same request from the screen; the log marks it as sent by this app', async () => {
    await desk.go('Local API')
    await api.open('Try it')
    await page.getByRole('textbox', { name: 'q', exact: true }).fill('rowan')
    await page.getByRole('button', { name: 'Send' }).click()
    const answer = page.getByRole('region', { name: 'Answer' })
    await expect(answer.getByText('200 OK')).toBeVisible()
    await expect(answer).toContainText('Rowan and plum jelly')
    await api.open('Requests')
    await expect(api.request(/q=rowan.*200.*desk, from this app/)).toBeVisible()
  })

  await test.step('download a schema', async () => {
    await api.open('Reference')
    await page.getByRole('link', { name: 'feed-item.xsd' }).click()
    await expect(page.getByRole('textbox', { name: 'Schema feed-item.xsd' })).toContainText('xs:schema')
    const schema = await api.download('Download', { file: 'feed-item.xsd', host })
    expect(schema).toContain('targetNamespace="https://ns.catalog-desk.example/feed/item"')
  })

  await test.step('over https its calls fail until it trusts the certificate', async () => {
    await api.open('Overview')
    await page.getByText('https', { exact: true }).click()
    await expect(api.value(page, 'Address')).toHaveText(/^https:/)
    program.address = (await api.value(page, 'Address').textContent()) ?? ''
    await expect(program.call('/v2/brand')).rejects.toThrow(/self-signed certificate/)
    program.certificate = await api.download('Download PEM', { file: 'catalog-desk.pem', host })
    expect((await program.call('/v2/brand')).status).toBe(200)
  })

  await test.step('after a password change the old password is refused at once', async () => {
    await api.open('Users')
    const fresh = await api.rotatePassword('shelf-labels')
    expect((await program.call('/v2/brand')).status).toBe(403)
    program.password = fresh
    expect((await program.call('/v2/brand')).status).toBe(200)
  })
})
