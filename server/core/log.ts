/** What an operator looks for after an incident (docs/operations.md lists them); people are named by their ids alone. */
interface SecurityEvent {
  event:
    | 'logged_in'
    | 'log_in_refused'
    | 'password_wrong'
    | 'code_refused'
    | 'passkey_refused'
    | 'passkey_copied'
    | 'second_factor_on'
    | 'second_factor_off'
    | 'password_changed'
    | 'registered_again'
    | 'logged_out'
    | 'sessions_ended'
    | 'refresh_token_reused'
  /** Null where the address that was given is nobody's. */
  userId: string | null
  sessionId?: string
}

/** Where actions tell what is no row of the database; a request's own lines carry its id. */
export interface Log {
  info(facts: SecurityEvent, said: string): void
  warn(facts: SecurityEvent, said: string): void
  /** `lost`: how many files. */
  error(facts: { event: 'file_missing'; lost: number }, said: string): void
}
