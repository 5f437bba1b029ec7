/** The entry of every storage thread: the stores of all rooms, one line each. Started by `openStorage`. */

import { backupReader } from './backup/stores.ts'
import { catalogReader, catalogWriter, itemPieceReader } from './catalog/stores.ts'
import { profileReader, profileWriter, scoreReader } from './completeness/stores.ts'
import { draftChecker, draftReader, draftWriter, fileJudge } from './drafts/stores.ts'
import { lookReader, markReader, markWriter, signReader, signWriter } from './duplicates/stores.ts'
import { exportReader, pdfWriter } from './export/stores.ts'
import { historyReader } from './history/stores.ts'
import {
  gdsnReader,
  importDraftWriter,
  importJobReader,
  importMapper,
  importMemoryReader,
  importMemoryWriter,
  importWriter,
  nearNameReader,
  rejectedReader,
  workbookReader,
} from './import/stores.ts'
import {
  apiUserReader,
  apiUserWriter,
  newestItemReader,
  usageReader,
  usageWriter,
} from './local-api/stores.ts'
import {
  missingPictureReader,
  missingPictureWriter,
  pictureReader,
  pictureSpaceReader,
  pictureSpaceWriter,
  pictureUpkeepReader,
  pictureUpkeepWriter,
  pictureWriter,
} from './media/stores.ts'
import {
  evidenceReader,
  feedPartReader,
  gatewayReader,
  outboxReader,
  outboxWriter,
  publishedReader,
} from './outbox/stores.ts'
import { qualityReader } from './quality/stores.ts'
import { feedChecker, ingestionWriter, receivedFeedReader, retailerContentReader } from './sandbox/stores.ts'
import { serveStores, settingReader, settingWriter } from './storage/stores.ts'
import { answerReader, pageReader, syncReader, syncWriter } from './sync/stores.ts'

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
    pictureSpaceReader,
    missingPictureReader,
    pictureUpkeepReader,
    importMapper,
    importDraftWriter,
    importJobReader,
    importMemoryReader,
    nearNameReader,
    rejectedReader,
    exportReader,
    profileReader,
    scoreReader,
    qualityReader,
    lookReader,
    markReader,
    signReader,
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
    pictureSpaceWriter,
    missingPictureWriter,
    pictureUpkeepWriter,
    importWriter,
    importMemoryWriter,
    profileWriter,
    markWriter,
    signWriter,
    //
  ],
  apart: [
    answerReader,
    pageReader,
    fileJudge,
    evidenceReader,
    feedPartReader,
    publishedReader,
    workbookReader,
    gdsnReader,
    pdfWriter,
  ],
})
