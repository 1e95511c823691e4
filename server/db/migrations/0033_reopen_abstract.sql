ALTER TABLE "submission_events" DROP CONSTRAINT "submission_events_kind_known";--> statement-breakpoint
ALTER TABLE "submission_events" ADD CONSTRAINT "submission_events_kind_known" CHECK ("submission_events"."kind" in ('abstract_submitted', 'abstract_replaced', 'abstract_accepted', 'abstract_change_requested', 'abstract_declined', 'abstract_resubmitted', 'abstract_reopened', 'paper_submitted', 'paper_replaced', 'paper_deleted', 'paper_approved', 'paper_change_requested', 'paper_reviewer_declined', 'paper_declined', 'paper_resubmitted', 'paper_reopened', 'payment_reported', 'payment_verified', 'payment_reopened', 'abstract_deleted', 'abstract_restored', 'withdrawn'));--> statement-breakpoint
-- A decision on an abstract can be taken back while there is no paper.
INSERT INTO stage_transitions (from_stage, to_stage) VALUES
  ('abstract_declined', 'abstract_submitted'),
  ('awaiting_paper', 'abstract_submitted');
