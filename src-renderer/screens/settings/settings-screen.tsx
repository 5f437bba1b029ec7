import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { languageChoices, languageNames, offeredLanguages } from '../../../src-shared/workspace/languages.ts'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Mark } from '../../shell/mark.tsx'
import { chooseLanguage } from '../../texts/choose-language.ts'
import { languageChoice } from '../../texts/language.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Switch } from '../../ui/inputs/checkbox.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useTheme } from '../../ui/theme.ts'
import { useArrival } from '../../ui/use-arrival.ts'
import { AdvancedPanel } from './advanced-panel.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { PicturesPanel } from './pictures-panel.tsx'
import { ProfilesPanel } from './profiles-panel.tsx'
import { useWorkspaceChange } from './use-workspace-change.ts'
import { WorkspacePanel } from './workspace-panel.tsx'

// Only the keys panel is the target of links from other screens.
const showKeys = () => {
  if (location.hash === '#keys') document.getElementById('keys')?.scrollIntoView({ block: 'start' })
}

/** The settings, one panel for each subject. Changes take effect immediately, without a save button. */
export function SettingsScreen() {
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const isShown = workspace.data !== undefined
  useEffect(() => {
    if (isShown) showKeys()
  }, [isShown])
  useArrival(showKeys)
  if (workspace.isError && !workspace.data)
    return (
      <ErrorState
        title={t`The settings cannot be shown`}
        error={workspace.error}
        onRetry={() => void workspace.refetch()}
      />
    )
  return (
    <Page
      width="text"
      header={<PageHeader title={t`Settings`} description={t`Changes take effect at once.`} />}
    >
      {workspace.data ? (
        <>
          <ConnectionPanel workspace={workspace.data} />
          {workspace.data.sampleService && (
            <SampleServicePanel sampleService={workspace.data.sampleService} />
          )}
          {workspace.data.role !== 'new' && <PicturesPanel workspace={workspace.data} />}
          {workspace.data.role !== 'new' && <ProfilesPanel />}
          <AppearancePanel />
          <KeysPanel />
          <WorkspacePanel workspace={workspace.data} />
          <AdvancedPanel workspace={workspace.data} />
          <AboutPanel workspace={workspace.data} />
        </>
      ) : (
        ['h-32', 'h-24', 'h-48'].map((height) => <Skeleton key={height} className={`rounded-lg ${height}`} />)
      )}
    </Page>
  )
}

/** The name, version and host of the program. */
function AboutPanel({ workspace }: { workspace: WorkspaceState }) {
  return (
    <Panel
      title={t`About`}
      actions={
        <ButtonLink size="small" href="/local-api/reference/words.md">
          <Trans>Words and reference</Trans>
        </ButtonLink>
      }
    >
      <div className="flex items-center gap-3">
        <Mark />
        <div>
          <p className="font-semibold">
            <Trans>Catalog Desk {workspace.version}</Trans>
          </p>
          <p className="text-xs text-ink-faint">
            {workspace.host === 'electron'
              ? t`In a window of its own`
              : t`In your browser, served from this computer`}
          </p>
        </div>
      </div>
    </Panel>
  )
}

/** Theme, start screen and language. */
function AppearancePanel() {
  const { choice, choose } = useTheme()
  const queries = useQueryClient()
  const { data } = useQuery(rpc.computer.settings.queryOptions())
  const start = useMutation(
    rpc.computer.setSettings.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(rpc.computer.settings.queryKey(), saved),
      onError: (error) => void toast.failed(t`The screen to open with was not kept`, error),
    }),
  )
  return (
    <Panel title={t`Appearance`}>
      <Segmented
        label={t`Theme`}
        value={choice}
        onValueChange={choose}
        options={[
          { value: 'system', label: t`Follow the system` },
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
        ]}
      />
      <div className="mt-4">
        <Segmented
          label={t`Opens with`}
          value={data?.startScreen}
          onValueChange={(startScreen) => start.mutate({ startScreen })}
          options={[
            { value: 'catalog', label: t`Catalog` },
            { value: 'quality', label: t`Quality, what waits for you` },
          ]}
        />
      </div>
      <div className="mt-4">
        <LanguageSelect />
      </div>
    </Panel>
  )
}

/** The switch of the built-in service for the sample catalog. */
function SampleServicePanel({
  sampleService,
}: {
  sampleService: NonNullable<WorkspaceState['sampleService']>
}) {
  const set = useMutation(
    rpc.workspace.setSampleService.mutationOptions(
      useWorkspaceChange(t`The sample service could not be switched`),
    ),
  )
  return (
    <Panel title={t`Sample service`}>
      <Switch
        label={t`Sample service running`}
        help={
          sampleService.running
            ? t`Serves the sample catalog at ${sampleService.address}. Switch it off to see what being offline is like.`
            : t`Off: this workspace cannot reach the service. Everything kept here still works, and feeds wait in the outbox.`
        }
        checked={sampleService.running}
        disabled={set.isPending}
        onCheckedChange={(running) => set.mutate({ running })}
      />
    </Panel>
  )
}

/** The language of the interface. Not shown if there is only one. */
function LanguageSelect() {
  if (offeredLanguages.length < 2) return null
  return (
    <Select
      label={t`Language`}
      help={t`The window reloads in this language. The log and the command line are English.`}
      value={languageChoice}
      onValueChange={(value) => {
        const choice = languageChoices.find((known) => known === value)
        if (choice)
          chooseLanguage(choice).catch((error: unknown) =>
            toast.failed(t`The language was not changed`, error),
          )
      }}
      options={[
        { value: 'system', label: t`Follow the system` },
        ...offeredLanguages.map((language) => ({ value: language, label: languageNames[language] })),
      ]}
    />
  )
}
