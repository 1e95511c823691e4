import * as activity from './activity/contract.ts'
import * as bids from './assigning/bids-contract.ts'
import * as assigning from './assigning/contract.ts'
import * as proposals from './assigning/proposals-contract.ts'
import * as proposing from './assigning/propose-contract.ts'
import type { EndpointSpec } from './core/endpoint.ts'
import * as exporting from './exporting/contract.ts'
import * as files from './files/contract.ts'
import * as mail from './mail/contract.ts'
import * as mailDesk from './mail/desk-contract.ts'
import * as mailPreferences from './mail/preferences.ts'
import * as notices from './notices/contract.ts'
import * as operations from './operations/contract.ts'
import * as payments from './payments/contract.ts'
import * as paymentsImport from './payments/import-contract.ts'
import * as receipts from './payments/receipt-contract.ts'
import * as account from './people/account-contract.ts'
import * as people from './people/contract.ts'
import * as peopleDesk from './people/desk-contract.ts'
import * as peopleImport from './people/import-contract.ts'
import * as passkeys from './people/passkey-contract.ts'
import * as secondFactor from './people/second-factor-contract.ts'
import * as ownTopics from './people/topics-contract.ts'
import * as reminders from './reminders/contract.ts'
import * as reviewing from './reviewing/contract.ts'
import * as papersDesk from './reviewing/desk-contract.ts'
import * as publications from './reviewing/publications-contract.ts'
import * as reviewerDesk from './reviewing/reviewer-desk-contract.ts'
import * as settings from './settings/contract.ts'
import * as statistics from './statistics/contract.ts'
import * as submissions from './submissions/contract.ts'
import * as deleted from './submissions/deleted-contract.ts'
import * as abstractsDesk from './submissions/desk-contract.ts'
import * as details from './submissions/details.ts'
import * as texts from './submissions/text-contract.ts'

/** Every call of the portal by name: what the reference lists and the tests walk. */
export const api: Readonly<Record<string, EndpointSpec>> = Object.fromEntries(
  [
    operations,
    settings,
    people,
    account,
    secondFactor,
    passkeys,
    notices,
    mailPreferences,
    reminders,
    files,
    submissions,
    details,
    texts,
    abstractsDesk,
    deleted,
    reviewing,
    publications,
    papersDesk,
    reviewerDesk,
    assigning,
    proposing,
    bids,
    proposals,
    payments,
    paymentsImport,
    receipts,
    statistics,
    exporting,
    mail,
    mailDesk,
    activity,
    peopleDesk,
    peopleImport,
    ownTopics,
  ].flatMap((contract) => Object.entries(contract).filter(isCall)),
)

function isCall(entry: [string, unknown]): entry is [string, EndpointSpec] {
  const value = entry[1]
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}
