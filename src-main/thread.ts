/** The entry of every storage thread: the stores of all rooms, one line each. Started by `openStorage`. */

import { backupReader } from './backup/backup-contents.ts'
import { catalogReader } from './catalog/catalog-reader.ts'
import { catalogWriter } from './catalog/catalog-writer.ts'
import { itemPieceReader } from './catalog/answer/item-answers.ts'
import { draftChecker } from './drafts/drafts-checker.ts'
import { draftReader, draftWriter } from './drafts/drafts-store.ts'
import { fileJudge } from './drafts/judge-file.ts'
import { exportReader } from './export/export-reader.ts'
import { historyReader } from './history/history-reader.ts'
import { importDraftWriter } from './import/import-drafts.ts'
import { importJobReader } from './import/import-jobs.ts'
import { importMapper } from './import/import-mapper.ts'
import { importMemoryReader, importMemoryWriter } from './import/import-memory.ts'
import { importWriter } from './import/import-writer.ts'
import { nearNameReader } from './import/near-names.ts'
import { apiUserReader, apiUserWriter } from './local-api/server/api-user-store.ts'
import { newestItemReader } from './local-api/server/newest-item.ts'
import { usageReader, usageWriter } from './local-api/server/usage-meter.ts'
import { pictureFailureReader, pictureFailureWriter } from './media/keep/picture-failure-store.ts'
import { pictureFitReader, pictureFitWriter } from './media/keep/picture-fit-store.ts'
import { pictureKeepingReader, pictureKeepingWriter } from './media/keep/picture-keeping-store.ts'
import { pictureReader, pictureWriter } from './media/keep/picture-store.ts'
import { gatewayReader } from './outbox/gateway-reader.ts'
import { outboxReader } from './outbox/outbox-reader.ts'
import { outboxWriter } from './outbox/outbox-writer.ts'
import { evidenceReader } from './outbox/sent-content.ts'
import { feedChecker } from './sandbox/ingestion-check.ts'
import { ingestionWriter } from './sandbox/ingestion-writer.ts'
import { receivedFeedReader } from './sandbox/received-feed-store.ts'
import { retailerContentReader } from './sandbox/retailer-content-reader.ts'
import { settingReader, settingWriter } from './storage/setting-store.ts'
import { serveStores } from './storage/storage-thread.ts'
import { answerReader, pagePreparer } from './sync/foreign-documents.ts'
import { syncReader, syncWriter } from './sync/sync-store.ts'

serveStores({
  readers: [
    settingReader,
    backupReader,
    catalogReader,
    itemPieceReader,
    historyReader,
    draftReader,
    draftChecker,
    outboxReader,
    syncReader,
    gatewayReader,
    feedChecker,
    receivedFeedReader,
    retailerContentReader,
    usageReader,
    apiUserReader,
    newestItemReader,
    pictureReader,
    pictureKeepingReader,
    pictureFailureReader,
    pictureFitReader,
    importMapper,
    importDraftWriter,
    importJobReader,
    importMemoryReader,
    nearNameReader,
    exportReader,
    //
  ],
  writers: [
    settingWriter,
    catalogWriter,
    draftWriter,
    outboxWriter,
    syncWriter,
    ingestionWriter,
    usageWriter,
    apiUserWriter,
    pictureWriter,
    pictureKeepingWriter,
    pictureFailureWriter,
    pictureFitWriter,
    importWriter,
    importMemoryWriter,
    //
  ],
  apart: [answerReader, pagePreparer, fileJudge, evidenceReader],
})
