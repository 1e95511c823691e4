ALTER TABLE "one_time_tokens" DROP CONSTRAINT "one_time_tokens_purpose_known";--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "emails_to" ON "emails" USING btree (lower("to_address"));--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_address" CHECK (("one_time_tokens"."purpose" = 'change_email') = ("one_time_tokens"."address" is not null));--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_purpose_known" CHECK ("one_time_tokens"."purpose" in ('verify_email', 'change_email', 'reset_password', 'set_up'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_deleted_names_nobody" CHECK ("users"."deleted_at" is null or ("users"."disabled_at" is not null and "users"."password_hash" is null
        and "users"."email" like '%.invalid' and "users"."first_name" || "users"."last_name" || "users"."organization" || "users"."phone" = ''
        and "users"."photo_file_id" is null));