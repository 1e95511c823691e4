CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"session_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_purpose_known" CHECK ("passkey_challenges"."purpose" in ('add', 'log_in')),
	CONSTRAINT "passkey_challenges_session_of_add" CHECK (("passkey_challenges"."purpose" = 'add') = ("passkey_challenges"."session_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_counter" CHECK ("passkeys"."counter" between 0 and 4294967295),
	CONSTRAINT "passkeys_name" CHECK ("passkeys"."name" <> ''),
	CONSTRAINT "passkeys_encoded" CHECK ("passkeys"."credential_id" ~ '^[\w-]+$' and "passkeys"."public_key" ~ '^[\w-]+$')
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_kind_known";--> statement-breakpoint
ALTER TABLE "second_factors" ALTER COLUMN "sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "app_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_challenges_user" ON "passkey_challenges" USING btree ("user_id","expires_at");--> statement-breakpoint
CREATE INDEX "passkey_challenges_session" ON "passkey_challenges" USING btree ("session_id") WHERE session_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_key" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_kind_known" CHECK ("activity"."kind" in ('submission', 'co_author', 'version', 'assignment', 'conflict', 'review', 'payment', 'bank_line', 'receipt', 'person', 'passkey', 'invitation', 'extension', 'settings', 'mail', 'mail_text', 'mailing'));--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_app" CHECK ("second_factors"."app_since" is null or "second_factors"."sealed" is not null);--> statement-breakpoint
-- Who had two-step verification had it by an app.
UPDATE "second_factors" f SET "app_since" = u."second_factor_since"
FROM "users" u WHERE u."id" = f."user_id" AND u."second_factor_since" IS NOT NULL;
--> statement-breakpoint
-- That there is one, and whose; neither key nor name.
CREATE TRIGGER passkeys_activity AFTER INSERT OR UPDATE OR DELETE ON passkeys FOR EACH ROW
  EXECUTE FUNCTION note_activity('passkey', '', 'user_id', 'id,user_id,credential_id,public_key,counter,transports,created_at,used_at', 'name');
