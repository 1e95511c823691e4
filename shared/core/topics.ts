import { z } from 'zod'
import { requiredLine } from './text.ts'

/** The most topics that a conference has. */
const TOPICS_MAX = 200

/** Topics: those of a conference, and those that a submission or a reviewer has of them. */
export const topicList = z.array(requiredLine(100)).max(TOPICS_MAX)
