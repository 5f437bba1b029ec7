import { t } from '@lingui/core/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { languageChoices, offeredLanguages } from '../../../src-shared/workspace/languages.ts'
import { startScreens, themeChoices, type WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { languageWords, startScreenWords, themeWords } from '../../../src-shared/workspace/setting-words.ts'
import { settingLabel } from '../../../src-shared/workspace/settings.ts'
import { rpc } from '../../rpc/client.ts'
import { useWhyNot } from '../../rpc/me.ts'
import { chooseLanguage } from '../../texts/choose-language.ts'
import { languageChoice } from '../../texts/language.ts'
import { Switch } from '../../ui/inputs/checkbox.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useTheme } from '../../ui/theme.ts'
import { useArrival } from '../../ui/use-arrival.ts'
import { AboutPanel } from './about-panel.tsx'
import { AdvancedPanel } from './advanced-panel.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { ResetSection } from './find/reset-section.tsx'
import { SettingSearch } from './find/setting-search.tsx'
import { SettingsFile } from './find/settings-file.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { PeoplePanel } from './people/people-panel.tsx'
import { PicturesPanel } from './pictures-panel.tsx'
import { ProfilesPanel } from './profiles-panel.tsx'
import { UpdatesPanel } from './updates/updates-panel.tsx'
import { useWorkspaceChange } from './use-workspace-change.ts'
import { WindowPanel } from './window-panel.tsx'
import { WorkspacePanel } from './workspace-panel.tsx'

/** The panels that are targets of links from other screens. */
const linkedPanels = ['keys', 'updates']
const showLinkedPanel = () => {
  const id = location.hash.slice(1)
  if (linkedPanels.includes(id)) document.getElementById(id)?.scrollIntoView({ block: 'start' })
}

/** The settings, one panel for each subject. Changes take effect immediately, without a save button. */
export function SettingsScreen() {
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const whyNotChange = useWhyNot('computer', 'setSettings')
  const isShown = workspace.data !== undefined
  useEffect(() => {
    if (isShown) showLinkedPanel()
  }, [isShown])
  useArrival(showLinkedPanel)
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
      header={
        <PageHeader
          title={t`Settings`}
          description={t`Changes take effect at once.`}
          actions={workspace.data && whyNotChange === undefined && <SettingsFile />}
        />
      }
    >
      {workspace.data && whyNotChange !== undefined ? (
        <>
          <Notice>{whyNotChange}</Notice>
          <PeoplePanel />
          <AboutPanel workspace={workspace.data} />
        </>
      ) : workspace.data ? (
        <>
          <SettingSearch />
          <ConnectionPanel workspace={workspace.data} />
          {workspace.data.sampleService && (
            <SampleServicePanel sampleService={workspace.data.sampleService} />
          )}
          {workspace.data.role !== 'new' && <PicturesPanel workspace={workspace.data} />}
          {workspace.data.role !== 'new' && <EvidencePanel />}
          {workspace.data.role !== 'new' && <ProfilesPanel />}
          <PeoplePanel />
          <AppearancePanel />
          <WindowPanel />
          <UpdatesPanel />
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
    <Panel
      title={t`Appearance`}
      near={t`dark mode, night, colors, design, start page, translation`}
      actions={<ResetSection section="appearance" title={t`Appearance`} />}
    >
      <Segmented
        label={settingLabel('theme')}
        value={choice}
        onValueChange={choose}
        options={themeChoices.map((value) => ({ value, label: themeWords[value] }))}
      />
      <div className="mt-4">
        <Segmented
          label={settingLabel('startScreen')}
          value={data?.startScreen}
          onValueChange={(startScreen) => start.mutate({ startScreen })}
          options={startScreens.map((value) => ({ value, label: startScreenWords[value] }))}
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
      label={settingLabel('language')}
      help={t`The window reloads in this language. The log and the command line are English.`}
      value={languageChoice}
      onValueChange={(value) => {
        const choice = languageChoices.find((known) => known === value)
        if (choice)
          chooseLanguage(choice).catch((error: unknown) =>
            toast.failed(t`The language was not changed`, error),
          )
      }}
      options={['system', ...offeredLanguages].map((value) => ({
        value,
        label: languageWords[value] ?? value,
      }))}
    />
  )
}
