import { expect, test as onBothHosts } from '../support/app.ts'
import { startDesk } from '../support/programs/desk.ts'

/** The first administrator of a team adds a colleague, who signs in with another role. */
const test = onBothHosts.extend<{ team: Awaited<ReturnType<typeof startDesk>> }>({
  team: async ({ dataDirectory }, use) => {
    const team = await startDesk('--sandbox', '--sample', '--team', '--data', dataDirectory)
    await use(team)
    await team.stop()
  },
})
test.skip(({ host }) => host !== 'headless', 'people sign in to a page in a browser')

const password = 'correct horse battery'

test('sign in to a team', async ({ team, launched }) => {
  const browser = await launched()
  const first = await (await browser.newContext()).newPage()
  await first.goto(team.ui)
  await first.getByRole('textbox', { name: /Name/ }).fill('Ana')
  await first.getByLabel(/^New password/).fill(password)
  await first.getByLabel(/^Repeat the new/).fill(password)
  await first.getByRole('button', { name: 'Add and sign in' }).click()
  await expect(first.getByRole('button', { name: /Signed in: Ana/ })).toBeVisible()

  await first.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await first.getByRole('button', { name: 'Add person' }).click()
  const dialog = first.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /Name/ }).fill('Ben')
  await dialog.getByRole('button', { name: 'Add person' }).click()
  const made = await first.getByRole('dialog', { name: 'Password for Ben' }).locator('code').innerText()
  await first.getByRole('button', { name: 'Done' }).click()
  await expect(first.getByRole('row', { name: /Ben/ })).toContainText('Author')

  const second = await (await browser.newContext()).newPage()
  await second.goto(new URL('/', team.ui).href)
  await second.getByRole('textbox', { name: /Name/ }).fill('ben')
  await second.getByLabel(/^Password/).fill('wrong')
  await second.getByRole('button', { name: 'Sign in' }).click()
  await expect(second.getByText('The name or the password is wrong.')).toBeVisible()
  await second.getByLabel(/^Password/).fill(made)
  await second.keyboard.press('Enter')
  await second.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await expect(second.getByText('Only administrators of the team can do this.')).toBeVisible()

  await second.getByRole('button', { name: /Signed in: Ben/ }).click()
  await second.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
