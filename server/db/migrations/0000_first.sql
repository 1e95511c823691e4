CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"storage_key" text NOT NULL,
	"sha256" text NOT NULL,
	"md5" text NOT NULL,
	"size" bigint NOT NULL,
	"mime" text NOT NULL,
	"pages" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "files_size_positive" CHECK ("files"."size" > 0),
	CONSTRAINT "files_sha256_hex" CHECK ("files"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"to_name" text DEFAULT '' NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"message_id" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "emails_state_known" CHECK ("emails"."state" in ('queued', 'sent', 'failed', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_call_key_pk" PRIMARY KEY("user_id","call","key")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" text NOT NULL,
	"reported_at" timestamp (3) with time zone,
	"paid_on" date,
	"author_note" text,
	"verified_at" timestamp (3) with time zone,
	"verified_by" uuid,
	"reference" text,
	"amount" numeric(11, 2),
	"note" text,
	"reopened_at" timestamp (3) with time zone,
	"reopened_by" uuid,
	"reopen_reason" text,
	CONSTRAINT "payments_said" CHECK ("payments"."reported_at" is not null or "payments"."verified_at" is not null),
	CONSTRAINT "payments_verified_by" CHECK (("payments"."verified_at" is null) = ("payments"."verified_by" is null)),
	CONSTRAINT "payments_reopened_whole" CHECK (("payments"."reopened_at" is null) = ("payments"."reopen_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "deadline_extensions" (
	"user_id" uuid NOT NULL,
	"deadline" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"granted_by" uuid,
	"granted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deadline_extensions_known" CHECK ("deadline_extensions"."deadline" in ('abstract', 'paper', 'resubmission', 'review'))
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"pin_hash" text NOT NULL,
	"link_hash" text NOT NULL,
	"email_id" uuid,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_one_end" CHECK (accepted_at is null or revoked_at is null)
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "one_time_tokens_purpose_known" CHECK ("one_time_tokens"."purpose" in ('verify_email', 'reset_password', 'set_up'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"counter" integer DEFAULT 0 NOT NULL,
	"rotated_at" timestamp (3) with time zone NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"role" text NOT NULL,
	"is_staff" boolean DEFAULT false NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"organization" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"photo_file_id" uuid,
	"email_verified_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"last_login_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('author', 'reviewer', 'both', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" text NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"assigned_by" uuid,
	"assigned_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"override_reason" text,
	"ended_at" timestamp (3) with time zone,
	"ended_how" text,
	"ended_reason" text,
	CONSTRAINT "assignments_end_known" CHECK ("assignments"."ended_how" in ('unassigned', 'withdrawn', 'conflict')),
	CONSTRAINT "assignments_end_whole" CHECK (("assignments"."ended_at" is null) = ("assignments"."ended_how" is null))
);
--> statement-breakpoint
CREATE TABLE "conflicts" (
	"submission_id" text NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"declared_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conflicts_submission_id_reviewer_id_pk" PRIMARY KEY("submission_id","reviewer_id")
);
--> statement-breakpoint
CREATE TABLE "review_drafts" (
	"submission_id" text NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"score" text NOT NULL,
	"comments" text NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "review_drafts_submission_id_reviewer_id_round_pk" PRIMARY KEY("submission_id","reviewer_id","round")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" text NOT NULL,
	"assignment_id" uuid NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"verdict" text NOT NULL,
	"score" double precision,
	"comments" text,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reviews_verdict_known" CHECK ("reviews"."verdict" in ('approve', 'request_change', 'decline')),
	CONSTRAINT "reviews_score_range" CHECK ("reviews"."score" between 0 and 100),
	CONSTRAINT "reviews_score_given" CHECK ("reviews"."verdict" = 'decline' or "reviews"."score" is not null),
	CONSTRAINT "reviews_comments_given" CHECK ("reviews"."verdict" = 'approve' or length(trim(coalesce("reviews"."comments", ''))) > 0)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"document" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid,
	CONSTRAINT "settings_one_row" CHECK ("settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "submission_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" text NOT NULL,
	"kind" text NOT NULL,
	"from_stage" text,
	"to_stage" text NOT NULL,
	"round" integer NOT NULL,
	"note" text,
	"actor_id" uuid,
	"actor_role" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "submission_events_kind_known" CHECK ("submission_events"."kind" in ('abstract_submitted', 'abstract_replaced', 'abstract_accepted', 'abstract_change_requested', 'abstract_declined', 'abstract_resubmitted', 'paper_submitted', 'paper_replaced', 'paper_deleted', 'paper_approved', 'paper_change_requested', 'paper_reviewer_declined', 'paper_declined', 'paper_resubmitted', 'paper_reopened', 'payment_reported', 'payment_verified', 'payment_reopened', 'abstract_deleted', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"paper_id" text NOT NULL,
	"serial" integer NOT NULL,
	"author_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"abstract_round" integer DEFAULT 1 NOT NULL,
	"paper_round" integer DEFAULT 0 NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"abstract_decided_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "submissions_paperId_unique" UNIQUE("paper_id"),
	CONSTRAINT "submissions_serial_unique" UNIQUE("serial"),
	CONSTRAINT "submissions_stage_known" CHECK ("submissions"."stage" in ('abstract_submitted', 'abstract_awaiting_resubmission', 'abstract_declined', 'awaiting_paper', 'paper_submitted', 'reviewer_declined', 'paper_awaiting_resubmission', 'paper_declined', 'awaiting_payment', 'complete', 'withdrawn')),
	CONSTRAINT "submissions_paper_round" CHECK (case when "submissions"."stage" in ('paper_submitted', 'reviewer_declined', 'paper_awaiting_resubmission', 'paper_declined', 'awaiting_payment', 'complete') then "submissions"."paper_round" >= 1
               when "submissions"."stage" = 'withdrawn' then "submissions"."paper_round" >= 0
               else "submissions"."paper_round" = 0 end),
	CONSTRAINT "submissions_rounds" CHECK ("submissions"."abstract_round" >= 1 and "submissions"."paper_round" >= 0)
);
--> statement-breakpoint
CREATE TABLE "versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" text NOT NULL,
	"part" text NOT NULL,
	"number" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "versions_part_known" CHECK ("versions"."part" in ('abstract', 'paper')),
	CONSTRAINT "versions_number" CHECK ("versions"."number" >= 1)
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_verified_by_users_id_fk" FOREIGN KEY ("verified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reopened_by_users_id_fk" FOREIGN KEY ("reopened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deadline_extensions" ADD CONSTRAINT "deadline_extensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deadline_extensions" ADD CONSTRAINT "deadline_extensions_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_photo_file_id_files_id_fk" FOREIGN KEY ("photo_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_assigned_by_users_id_fk" FOREIGN KEY ("assigned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflicts" ADD CONSTRAINT "conflicts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflicts" ADD CONSTRAINT "conflicts_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_drafts" ADD CONSTRAINT "review_drafts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_drafts" ADD CONSTRAINT "review_drafts_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_events" ADD CONSTRAINT "submission_events_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_events" ADD CONSTRAINT "submission_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_storage_key" ON "files" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "emails_created" ON "emails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_live_key" ON "payments" USING btree ("submission_id") WHERE reopened_at is null;--> statement-breakpoint
CREATE INDEX "payments_submission" ON "payments" USING btree ("submission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deadline_extensions_key" ON "deadline_extensions" USING btree ("user_id","deadline");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations" USING btree (lower("email")) WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "invitations_sent" ON "invitations" USING btree ("sent_at","id");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("user_id","purpose","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "assignments_live_key" ON "assignments" USING btree ("submission_id","reviewer_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "assignments_reviewer" ON "assignments" USING btree ("reviewer_id","assigned_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once_key" ON "reviews" USING btree ("submission_id","reviewer_id","round");--> statement-breakpoint
CREATE INDEX "reviews_reviewer" ON "reviews" USING btree ("reviewer_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "submission_events_submission" ON "submission_events" USING btree ("submission_id","at","id");--> statement-breakpoint
CREATE INDEX "submissions_author" ON "submissions" USING btree ("author_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "submissions_stage" ON "submissions" USING btree ("stage","updated_at","id");--> statement-breakpoint
CREATE INDEX "submissions_newest" ON "submissions" USING btree ("submitted_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "submissions_decided" ON "submissions" USING btree ("abstract_decided_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "submissions_open" ON "submissions" USING btree ("author_id") WHERE deleted_at is null and stage not in ('abstract_declined', 'paper_declined', 'complete', 'withdrawn');--> statement-breakpoint
CREATE UNIQUE INDEX "versions_live_key" ON "versions" USING btree ("submission_id","part","number") WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "versions_file" ON "versions" USING btree ("file_id");