import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type {
  Backup,
  BackupPlan,
  BackupState,
  RestoreInput,
  RestorePreview,
} from '../../../src-shared/backup/model.ts'
import type { KnownWorkspace } from '../../../src-shared/workspace/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

let workspaces: KnownWorkspace[]
let backups: BackupState
let preview: RestorePreview
let failure: string | undefined
const done: unknown[] = []
const act = <T,>(action: unknown, answer: () => T): T => {
  done.push(action)
  if (failure !== undefined) throw new ORPCError('CONFLICT', { message: failure })
  return answer()
}
const list = () => ({ workspaces, current: '/catalogs/North', home: '/catalogs' })

installBackend({
  workspaces: {
    list: () => act('list', list),
    open: ({ directory }: { directory: string }) => act(['open', directory], list),
    create: (input: unknown) => act(['create', input], list),
    rename: ({ directory, name }: { directory: string; name: string }) =>
      act(['rename', directory, name], () => {
        workspaces = workspaces.map((one) => (one.directory === directory ? { ...one, name } : one))
        return list()
      }),
    forget: ({ directory }: { directory: string }) =>
      act(['forget', directory], () => {
        workspaces = workspaces.filter((one) => one.directory !== directory)
        return list()
      }),
  },
  files: { confirm: (input: { path: string }) => act(['confirm', input], () => input) },
  backups: {
    state: () => backups,
    make: () =>
      act('make', () => {
        backups = { ...backups, backups: [backup] }
        return backup
      }),
    archive: (input: { file: string }, { signal }: { signal: AbortSignal | undefined }) => {
      const made = act(['archive', input], () => backup)
      if (input.file !== '/slow.catalogdesk') return made
      backups = { ...backups, running: { phase: 'archive', done: 1, total: 4 } }
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          backups = { ...backups, running: undefined }
          done.push('stopped')
          reject(new Error('stopped'))
        })
      })
    },
    verify: ({ backup: directory }: { backup: string }) =>
      act(['verify', directory], () => ({ ok: false, findings: ['A page is torn.', 'A picture is gone.'] })),
    setPlan: (plan: BackupPlan) =>
      act(['plan', plan], () => {
        backups = { ...backups, plan }
        return backups
      }),
    preview: ({ backup: directory }: { backup: string }) => act(['preview', directory], () => preview),
    restore: (input: RestoreInput) => act(['restore', input], () => ({ ...list(), findings: [] })),
  },
})
// Simulates the desktop window, where a folder is chosen in the system's dialog.
let chosen: string | undefined
window.catalogDesk = {
  chooseFolder: async () => chosen,
  chooseArchive: async () => chosen,
  chooseSaveFile: async (name: string) => `/home/person/${name}`,
} as unknown as NonNullable<typeof window.catalogDesk>
const { queryClient } = await import('../../rpc/client.ts')
const { archiveFromOutside } = await import('./archive-from-outside.ts')
const { WorkspacesScreen } = await import('./workspaces-screen.tsx')
const { Toaster } = await import('../../ui/overlays/toast.tsx')
const { TooltipProvider } = await import('../../ui/overlays/tooltip.tsx')

const known = (name: string, more: Partial<KnownWorkspace> = {}): KnownWorkspace => ({
  directory: `/catalogs/${name}`,
  name,
  role: 'connected',
  items: 18_980,
  lastOpenedAt: '2026-11-20T10:00:00.000Z',
  open: false,
  missing: false,
  ...more,
})
const backup: Backup = {
  directory: '/backups/1',
  name: 'North',
  role: 'connected',
  connection: { address: 'https://service.example', username: 'desk' },
  items: 282,
  drafts: 3,
  feeds: 1,
  pictures: 846,
  madeAt: '2026-11-19T10:00:00.000Z',
  version: '1.0.0',
  databaseBytes: 4_700_000,
  pictureBytes: 0,
}

beforeEach(() => {
  queryClient.clear()
  done.length = 0
  failure = undefined
  chosen = undefined
  workspaces = [known('North', { open: true }), known('South', { role: 'sandbox' })]
  backups = { plan: { rhythm: 'off', keepDaily: 7, keepWeekly: 4 }, folder: '/backups', backups: [] }
  preview = {
    ...{ backup, isArchive: false },
    present: { ...backup, directory: '/catalogs/North', items: 300 },
    suggestedDirectory: '/catalogs/North restored',
  }
})

const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <WorkspacesScreen />
        <Toaster theme="light" />
      </TooltipProvider>
    </QueryClientProvider>,
  )
const show = async () => {
  await draw()
  await expect.element(page.getByRole('table', { name: 'Workspaces' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save this plan' })).toBeVisible()
  done.length = 0
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = page.getByRole('dialog')
const inDialog = (name: string) => dialog.getByRole('button', { name })
const noDialog = () => expect.poll(() => dialog.elements().length).toBe(0)
const showsText = (words: RegExp) => expect.element(page.getByText(words).first()).toBeVisible()
const rows = (name: string) =>
  [...page.getByRole('table', { name }).element().querySelectorAll('tbody tr')].map((row) => row.textContent)

test('the restore command opens the dialog, even on the open screen', async () => {
  await show()
  for (let time = 0; time < 2; time++) {
    window.history.pushState(null, '', '/workspaces?do=restore')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
  window.history.replaceState(null, '', '/')
})

test('a list that cannot be read shows the reason, and can be fetched again', async () => {
  failure = 'The disk does not answer.'
  await draw()
  await expect.element(page.getByRole('alert').getByText('The disk does not answer.')).toBeVisible()
  failure = undefined
  await button('Try again').click()
  await expect.element(page.getByRole('table', { name: 'Workspaces' })).toBeVisible()
})

describe('the known workspaces', () => {
  const menuOf = async (name: string) => {
    await button(`More for ${name}`).click()
    await expect.element(page.getByRole('menu')).toBeVisible()
  }

  test('the table shows which workspace is open, which is missing, and the role of each', async () => {
    workspaces = [...workspaces, known('Lost', { missing: true, items: 0 })]
    await show()
    expect(rows('Workspaces')).toEqual([
      expect.stringMatching(/^NorthOpen now\/catalogs\/NorthConnected18,980/),
      expect.stringMatching(/^South\/catalogs\/SouthSandbox18,980.*Open$/),
      expect.stringMatching(/^LostFolder not found/),
    ])
    expect(button('Open North').elements()).toEqual([])
    await menuOf('Lost')
    await expect
      .element(page.getByRole('menuitem', { name: 'Rename…' }))
      .toHaveAttribute('aria-disabled', 'true')
  })

  test('another workspace can be opened; an error shows its reason', async () => {
    await show()
    failure = 'Another program is writing to it.'
    await button('Open South').click()
    await showsText(/The workspace was not opened/)
    await showsText(/Another program is writing to it/)
    expect(done).toEqual([['open', '/catalogs/South']])
  })

  test('Enter saves a new name; an empty name is refused', async () => {
    await show()
    await menuOf('South')
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    const name = dialog.getByLabelText(/^Name/)
    await expect.element(name).toHaveValue('South')
    await name.fill(' ')
    await userEvent.keyboard('{Enter}')
    await showsText(/Enter a name\./)
    expect(done).toEqual([])
    await name.fill(' Far south ')
    await userEvent.keyboard('{Enter}')
    await noDialog()
    expect(done).toEqual([['rename', '/catalogs/South', 'Far south']])
    expect(rows('Workspaces')[1]).toMatch(/^Far south/)
  })

  test('a workspace is removed from the list after a confirmation, without deleting files; the open one cannot be removed', async () => {
    await show()
    await menuOf('North')
    await expect
      .element(page.getByRole('menuitem', { name: 'Remove from the list…' }))
      .toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(button('More for North')).toHaveFocus()
    await menuOf('South')
    await page.getByRole('menuitem', { name: 'Remove from the list…' }).click()
    await expect.element(dialog).toHaveAccessibleDescription(/No file is deleted: \/catalogs\/South stays/)
    await userEvent.keyboard('{Escape}')
    await noDialog()
    expect(done).toEqual([])
    await menuOf('South')
    await page.getByRole('menuitem', { name: 'Remove from the list…' }).click()
    await inDialog('Take off the list').click()
    await noDialog()
    await expect.poll(() => rows('Workspaces').length).toBe(1)
    expect(done).toEqual([['forget', '/catalogs/South']])
  })
})

describe('adding workspaces', () => {
  test('a workspace needs a name; without a folder it is created in the default place', async () => {
    await show()
    await button('New workspace…').click()
    await inDialog('Create and open').click()
    await showsText(/Enter a name\./)
    expect(done).toEqual([])
    await dialog.getByLabelText(/^Name/).fill(' East ')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => done).toEqual([['create', { name: 'East' }]])
  })

  test('a chosen folder is confirmed before it is used; a refusal is shown in the dialog', async () => {
    chosen = '/elsewhere'
    await show()
    await button('New workspace…').click()
    await dialog.getByLabelText(/^Name/).fill('East')
    await inDialog('Choose…').click()
    await expect.element(dialog.getByLabelText('Folder')).toHaveValue('/elsewhere')
    failure = 'You did not agree.'
    await inDialog('Create and open').click()
    await expect.element(dialog.getByRole('alert').getByText('You did not agree.')).toBeVisible()
    failure = undefined
    await inDialog('Create and open').click()
    const confirm = ['confirm', { path: '/elsewhere', purpose: 'workspace' }]
    await expect
      .poll(() => done)
      .toEqual([confirm, confirm, ['create', { name: 'East', directory: '/elsewhere' }]])
  })

  test('a folder is confirmed before it is opened; Escape closes, restores the focus and clears the field', async () => {
    await show()
    await button('Open a folder…').click()
    await inDialog('Open').click()
    await showsText(/Enter the folder\./)
    await dialog.getByLabelText(/^Folder/).fill('/copy')
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Open a folder…')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByLabelText(/^Folder/)).toHaveValue('')
    await dialog.getByLabelText(/^Folder/).fill(' /copy ')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => done)
      .toEqual([
        ['confirm', { path: '/copy', purpose: 'workspace' }],
        ['open', '/copy'],
      ])
  })
})

describe('backups', () => {
  test('without backups the panel shows a hint; a new backup is reported and listed', async () => {
    await show()
    await showsText(/There is no backup of this workspace here yet/)
    await button('Back up now').click()
    await showsText(/The backup is made and verified/)
    await expect
      .poll(() => rows('Backups'))
      .toEqual([expect.stringMatching(/282 items, 3 drafts, 1 feed, 846 pictures4\.7 MB/)])
    failure = 'No room in /backups.'
    await button('Back up now').click()
    await showsText(/No backup was made/)
    await showsText(/No room in \/backups/)
  })

  test('a running backup shows its progress, and no second one can be started', async () => {
    backups.running = { phase: 'pictures', done: 1, total: 4 }
    await show()
    await expect
      .element(page.getByRole('progressbar', { name: 'Copying the pictures' }))
      .toHaveAttribute('aria-valuenow', '25')
    await expect.element(button('Back up now')).toBeDisabled()
  })

  test.each<[boolean, RegExp, string]>([
    [true, /The backup waits for its folder.*It is looked for every minute/, 'waits'],
    [false, /No backup was made .*The disk is full\.$/, 'failed'],
  ])('a failed backup is shown, with its folder missing: %s', async (away, words) => {
    backups.failure = { at: '2026-11-20T10:00:00Z', message: 'The disk is full.', away: away || undefined }
    await show()
    expect(page.getByRole('alert').element().textContent).toMatch(words)
  })

  test('a verification shows its findings', async () => {
    backups.backups = [backup]
    await show()
    await button(/^Verify the backup of/).click()
    await showsText(/2 findings in the backup/)
    await showsText(/A page is torn/)
  })

  test('a valid plan is stored; a new folder is confirmed first', async () => {
    await show()
    await expect.element(button('Save this plan')).toBeDisabled()
    await page.getByLabelText('Daily backups to keep').fill('0.5')
    await expect.element(page.getByLabelText('Daily backups to keep')).toBeInvalid()
    await expect.element(button('Save this plan')).toBeDisabled()
    await page.getByLabelText('Daily backups to keep').fill('30')
    await page.getByText('Every day').click()
    await page.getByLabelText('Folder', { exact: true }).fill('/other disk')
    await userEvent.keyboard('{Enter}')
    await showsText(/The backup plan is saved/)
    expect(done).toEqual([
      ['confirm', { path: '/other disk', purpose: 'backup-folder' }],
      ['plan', { folder: '/other disk', rhythm: 'daily', keepDaily: 30, keepWeekly: 4 }],
    ])
    await expect.element(button('Save this plan')).toBeDisabled()
  })
})

describe('restoring', () => {
  const open = async () => {
    backups.backups = [backup]
    await show()
    await button(/^Restore the backup of/).click()
    await expect.element(dialog.getByRole('region', { name: 'In the backup' })).toBeVisible()
  }

  test('a backup is compared with the open workspace, and can be restored as a separate workspace', async () => {
    await open()
    expect(dialog.getByRole('region', { name: 'In the backup' }).element().textContent).toMatch(
      /Connected to https:\/\/service\.example.*282 items/,
    )
    expect(dialog.getByRole('region', { name: 'Open now' }).element().textContent).toContain('300 items')
    await showsText(/The password of https:\/\/service\.example is not in the backup/)
    await inDialog('Restore and open').click()
    const directory = '/catalogs/North restored'
    await expect
      .poll(() => done)
      .toEqual([
        ['preview', '/backups/1'],
        ['confirm', { path: directory, purpose: 'workspace' }],
        ['restore', { backup: '/backups/1', mode: 'beside', directory }],
      ])
  })

  test('restoring in place of the open workspace shows where its folder is kept, and needs no new folder', async () => {
    preview.backup = { ...backup, waitingFeeds: ['Price of oats'] }
    await open()
    await showsText(/Price of oats/)
    await dialog.getByText('In place of the open one').click()
    await showsText(/North is kept aside/)
    failure = 'The disk is full.'
    await inDialog('Restore and open').click()
    await expect.element(dialog.getByText('The disk is full.')).toBeVisible()
    expect(done).toEqual([
      ['preview', '/backups/1'],
      ['restore', { backup: '/backups/1', mode: 'instead' }],
    ])
  })

  test('a backup in another folder is confirmed before it is read; a folder without a backup is refused', async () => {
    await show()
    await button('Restore a backup…').click()
    await expect.element(inDialog('Show its contents')).toBeDisabled()
    await dialog.getByLabelText('Folder of the backup, or archive').fill('/stick/1')
    failure = 'There is no backup in /stick/1.'
    await inDialog('Show its contents').click()
    await expect.element(dialog.getByText('There is no backup in /stick/1.')).toBeVisible()
    failure = undefined
    await inDialog('Show its contents').click()
    await expect.element(dialog.getByRole('region', { name: 'In the backup' })).toBeVisible()
    const confirm = ['confirm', { path: '/stick/1', purpose: 'backup' }]
    expect(done).toEqual([confirm, confirm, ['preview', '/stick/1']])
  })
})

describe('archives', () => {
  test('writes the workspace into a file that the person names or chooses', async () => {
    await show()
    await button('Archive as one file…').click()
    await inDialog('Write the archive').click()
    await showsText(/Enter the path of a file whose name ends with \.catalogdesk\./)
    expect(done).toEqual([])
    await inDialog('Choose…').click()
    const file = dialog.getByRole('textbox', { name: 'File' })
    await expect
      .element(file)
      .toHaveValue(`/home/person/North-${new Date().toISOString().slice(0, 10)}.catalogdesk`)
    await file.fill('/mnt/north.catalogdesk')
    await inDialog('Write the archive').click()
    await showsText(/The archive is written and verified/)
    await noDialog()
    expect(done).toEqual([
      ['confirm', { path: '/mnt/north.catalogdesk', purpose: 'archive' }],
      ['archive', { file: '/mnt/north.catalogdesk' }],
    ])
  })

  test('shows why no archive was written, and keeps the path', async () => {
    await show()
    failure = '/a.catalogdesk exists already and was not changed. Name a new file.'
    await button('Archive as one file…').click()
    await dialog.getByRole('textbox', { name: 'File' }).fill('/a.catalogdesk')
    await inDialog('Write the archive').click()
    await showsText(/exists already and was not changed/)
    await expect.element(dialog.getByRole('textbox', { name: 'File' })).toHaveValue('/a.catalogdesk')
  })

  test('an archive that takes long shows its progress, and can be stopped', async () => {
    await show()
    await button('Archive as one file…').click()
    await dialog.getByRole('textbox', { name: 'File' }).fill('/slow.catalogdesk')
    await inDialog('Write the archive').click()
    await expect.element(dialog.getByRole('progressbar', { name: 'Writing the file' })).toBeVisible()
    await inDialog('Cancel').click()
    await noDialog()
    await expect.poll(() => done).toContain('stopped')
  })

  test('an archive is restored only after its contents are shown, and never in place of the open workspace', async () => {
    preview = { ...preview, isArchive: true, backup: { ...backup, directory: '/home/person/a.catalogdesk' } }
    await show()
    await button('Restore a backup…').click()
    chosen = '/home/person/a.catalogdesk'
    await inDialog('Choose archive…').click()
    await inDialog('Show its contents').click()
    await expect.element(dialog.getByRole('heading', { name: 'In the archive' })).toBeVisible()
    expect(dialog.getByRole('radio').elements()).toEqual([])
    expect(done.map((action) => (Array.isArray(action) ? action[0] : action))).not.toContain('restore')
    await inDialog('Restore and open').click()
    await expect
      .poll(() => done.at(-1))
      .toEqual([
        'restore',
        { backup: '/home/person/a.catalogdesk', mode: 'beside', directory: '/catalogs/North restored' },
      ])
  })

  test('an archive that was opened from outside is shown in the dialog, and not restored', async () => {
    preview = { ...preview, isArchive: true }
    await show()
    archiveFromOutside.give('/home/person/b.catalogdesk')
    await expect.element(dialog.getByRole('heading', { name: 'In the archive' })).toBeVisible()
    expect(dialog.getByRole('textbox', { name: 'Folder of the backup, or archive' }).elements()).toEqual([])
    expect(done).toEqual([['preview', '/home/person/b.catalogdesk']])
    await inDialog('Cancel').click()
    await noDialog()
  })
})
